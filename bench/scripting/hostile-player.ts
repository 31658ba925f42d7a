import { setTimeout as sleep } from 'node:timers/promises';
import { unwrap } from '@chessmith/std';
import { connectGuest, isBusy, type Rules } from '../games/clients/guest.js';
import { HARMFUL, WAKING } from './sleepers.js';

/** A player of a sleeper script: wakes it, lets it do harm until its game is over, and starts again. */
export type HostilePlayer = {
  begin(): void;
  /** Resolves when none of its requests is pending. */
  pause(): Promise<void>;
  /** How many of its moves got each code. */
  readonly answers: ReadonlyMap<string, number>;
  close(): void;
};

/** The server closes a connection with more than 50 requests a second; this stays below. */
const PAUSE_MS = 25;

export async function openHostilePlayer(address: string, { id }: Rules): Promise<HostilePlayer> {
  const { client } = await connectGuest(address);
  const answers = new Map<string, number>();
  let isPaused = true;
  let pending = Promise.resolve();

  async function play(): Promise<void> {
    const created = await client.create({ ruleset: id, hotSeat: true, side: 'both' });
    if (!created.ok && isBusy(created.error)) return;
    const { game } = unwrap(created);
    const order = async (move: string): Promise<string> => {
      await sleep(PAUSE_MS);
      const answer = await client.command(game, { type: 'PlayMove', move });
      return answer.ok ? 'yes' : answer.error.code;
    };
    for (const move of WAKING) {
      const code = await order(move);
      if (code !== 'yes') return count(code);
    }
    for (let code = ''; code !== 'rules/failed' && !isPaused; ) {
      code = await order(HARMFUL);
      count(code);
    }
  }

  function count(code: string): void {
    answers.set(code, (answers.get(code) ?? 0) + 1);
  }

  async function goOn(): Promise<void> {
    while (!isPaused) await play();
  }

  return {
    begin() {
      isPaused = false;
      pending = goOn();
    },
    pause() {
      isPaused = true;
      return pending;
    },
    answers,
    close: () => client.close(),
  };
}
