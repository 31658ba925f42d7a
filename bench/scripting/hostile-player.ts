import { setTimeout as pause } from 'node:timers/promises';
import { unwrap } from '@chessmith/std';
import { arrive, isBusy, type Rules } from '../games/clients/visitor.js';
import { HARMFUL, WAKING } from './sleepers.js';

/** Somebody who plays by a sleeper: wakes it, lets it do harm until its game is over, and begins anew. */
export type Nuisance = {
  begin(): void;
  /** Resolves when nothing of it is under way. */
  rest(): Promise<void>;
  /** How often its moves were answered with which code. */
  readonly answers: ReadonlyMap<string, number>;
  close(): void;
};

/** A connection that asks for more than 50 things a second is closed; a nuisance stays below. */
const BREATH_MS = 25;

export async function openNuisance(address: string, { id }: Rules): Promise<Nuisance> {
  const { client } = await arrive(address);
  const answers = new Map<string, number>();
  let isResting = true;
  let underWay = Promise.resolve();

  async function play(): Promise<void> {
    const created = await client.create({ ruleset: id, hotSeat: true, side: 'both' });
    if (!created.ok && isBusy(created.error)) return;
    const { game } = unwrap(created);
    const order = async (move: string): Promise<string> => {
      await pause(BREATH_MS);
      const answer = await client.command(game, { type: 'PlayMove', move });
      return answer.ok ? 'yes' : answer.error.code;
    };
    for (const move of WAKING) {
      const code = await order(move);
      if (code !== 'yes') return count(code);
    }
    for (let code = ''; code !== 'rules/failed' && !isResting; ) {
      code = await order(HARMFUL);
      count(code);
    }
  }

  function count(code: string): void {
    answers.set(code, (answers.get(code) ?? 0) + 1);
  }

  async function goOn(): Promise<void> {
    while (!isResting) await play();
  }

  return {
    begin() {
      isResting = false;
      underWay = goOn();
    },
    rest() {
      isResting = true;
      return underWay;
    },
    answers,
    close: () => client.close(),
  };
}
