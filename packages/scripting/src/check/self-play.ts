import { err, ok, type Random, type Result, seededRandom } from '@chessmith/std';
import { moveArguments, START_ARGUMENTS } from '../contract/arguments.js';
import { parseScriptMove } from '../contract/moves.js';
import { readAnswer, readStart } from '../contract/read-answer.js';
import type { ScriptCard, ScriptState } from '../contract/state.js';
import { drawSeed, type Seed } from '../engines/chance.js';
import { FUNCTIONS } from '../language.js';
import { gameTooLarge, outcomeOf, weightOf } from '../referee/position.js';
import type { Program } from '../sandbox/port.js';
import { type CheckProgress, nowAndThen, type TellProgress } from './progress.js';
import type { Problem, SelfPlay } from './report.js';
import type { Trial } from './trial.js';

export type SelfPlayLimits = {
  readonly games: number;
  /** Processor time for all games together, and time on the clock for when the machine is busy. */
  readonly cpuMs: number;
  readonly wallMs: number;
};

export const USUAL_LIMITS: SelfPlayLimits = { games: 20, cpuMs: 15_000, wallMs: 60_000 };

type Game = { readonly random: Random; readonly moves: string[]; state: ScriptState; weight: number };

/**
 * Plays random games side by side, one ply of each in turn, so that all of them come equally far when time runs out.
 * Where chance plays a part, each game has its own start, and the description of the game must not depend on it.
 */
export async function playAgainstItself(
  trial: Trial,
  { program, card, start }: { readonly program: Program; readonly card: ScriptCard; readonly start: ScriptState },
  { games: count, cpuMs, wallMs }: SelfPlayLimits,
  tell: TellProgress,
): Promise<Result<SelfPlay, Problem>> {
  const began = performance.now();
  const hasTime = (): boolean => trial.usedMs < cpuMs && performance.now() - began < wallMs;
  const root = seededRandom(Buffer.from(program.id).readUInt32LE(0));
  const games: Game[] = [];
  for (let i = 0; i < count; i++) {
    const random = root.fork();
    const state = card.random ? await otherStart(trial, program, card, drawSeed(random)) : ok(start);
    if (!state.ok) return state;
    games.push({ random, moves: [], state: state.value, weight: weightOf(state.value) });
  }
  const isRunning = ({ state, moves }: Game): boolean =>
    outcomeOf(card, { state, ply: moves.length, before: 0 }) === null;
  const plies = (): number => games.reduce((sum, { moves }) => sum + moves.length, 0);
  const finished = (): number => games.filter((game) => !isRunning(game)).length;
  const progress = (): CheckProgress => ({ step: 'self-play', done: finished(), of: count, moves: plies() });
  const tellSometimes = nowAndThen(tell);
  while (hasTime() && games.some(isRunning)) {
    tellSometimes(progress());
    for (const game of games.filter(isRunning)) {
      if (!hasTime()) break;
      const problem = await playOn(trial, program, card, game);
      if (problem !== undefined) return err(problem);
    }
  }
  tell(progress());
  return ok({ games: count, finished: finished(), plies: plies(), slowestMs: trial.slowestMs });
}

async function otherStart(
  trial: Trial,
  program: Program,
  card: ScriptCard,
  seed: Seed,
): Promise<Result<ScriptState, Problem>> {
  const call = { name: FUNCTIONS[program.language].start, args: START_ARGUMENTS, seed };
  const start = await trial.twice(call, readStart);
  if (!start.ok) return err({ ...start.error, during: 'start' });
  if (JSON.stringify(start.value.card) === JSON.stringify(card)) return ok(start.value.state);
  const message = 'Board, kinds, name and ply cap are drawn by lot; only pieces, moves and data may be.';
  return err({ code: 'script/changed-rules', message, during: 'start' });
}

async function playOn(trial: Trial, program: Program, card: ScriptCard, game: Game): Promise<Problem | undefined> {
  const { random, moves, state } = game;
  const text = random.pick(state.moves);
  const seed = card.random ? drawSeed(random) : 0;
  const args = moveArguments(state, parseScriptMove(card.kinds, text)!);
  const call = { name: FUNCTIONS[program.language].move, args, seed };
  moves.push(text);
  const answer = await trial.twice(call, (told) => readAnswer(card, told, state.turn));
  if (!answer.ok) return { ...answer.error, during: 'self-play', moves };
  game.state = answer.value;
  game.weight += weightOf(answer.value);
  const tooLarge = gameTooLarge(game.weight);
  return tooLarge && { ...tooLarge, during: 'self-play', moves };
}
