import { seededRandom, unwrap } from '@chessmith/std';
import { START_ARGUMENTS } from '../../contract/arguments.js';
import { readStart } from '../../contract/read-answer.js';
import { FUNCTIONS, type Language } from '../../language.js';
import { outcomeOf } from '../../referee/position.js';
import { type Script, scriptReferee } from '../../referee/script-referee.js';
import type { Sandbox } from '../../sandbox/port.js';

/** A script as a game uses it, with the card from its starting state. */
export async function scriptOf(sandbox: Sandbox, language: Language, name: string, source: string): Promise<Script> {
  const owner = { lane: name, kind: 'play' } as const;
  const program = await sandbox.prepare(language, source, owner);
  if (!program.ok) throw new Error(JSON.stringify(program));
  const call = { name: FUNCTIONS[language].start, args: START_ARGUMENTS, seed: 0 };
  const answer = await sandbox.call(program.value, call, owner);
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return { name, language, source, card: unwrap(readStart(answer.value)).card };
}

/** Games that run beside something else. */
export type HonestGames = {
  readonly plies: number;
  /** Waits for the last moves; throws if a move was refused. */
  stop(): Promise<{ readonly plies: number; readonly finished: number }>;
};

/** The pause between two moves, so that the games do not use up the machine. */
const THINKING_MS = 100;

/** Plays one random game after the other by a script, as a server would, until it is stopped. */
export function playHonestly(sandbox: Sandbox, script: Script, seed: number): HonestGames {
  const referee = scriptReferee(sandbox, script);
  const random = seededRandom(seed);
  const chance = { int: (bound: number) => random.int(bound), real: () => random.next() };
  let isOver = false;
  let plies = 0;
  let finished = 0;

  async function playGame(): Promise<void> {
    let { position } = unwrap(await referee.start({}, chance));
    while (!isOver && outcomeOf(script.card, position) === null) {
      position = unwrap(await referee.judge(position, random.pick(position.state.moves), chance)).after;
      plies++;
      await new Promise((resolve) => setTimeout(resolve, THINKING_MS));
    }
    if (!isOver) finished++;
  }

  async function play(): Promise<void> {
    while (!isOver) await playGame();
  }

  const played = play();
  // Avoids an unhandled rejection; `stop` throws the error.
  played.catch(() => {});
  return {
    get plies() {
      return plies;
    },
    async stop() {
      isOver = true;
      await played;
      return { plies, finished };
    },
  };
}
