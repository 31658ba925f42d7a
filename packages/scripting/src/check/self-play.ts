import { err, ok, type Random, type Result, seededRandom } from '@chessmith/std';
import { moveArguments, START_ARGUMENTS } from '../contract/arguments.js';
import { parseScriptMove } from '../contract/moves.js';
import { readAnswer, readStart } from '../contract/read-answer.js';
import type { ScriptCard, ScriptState } from '../contract/state.js';
import { drawSeed, type Seed } from '../engines/chance.js';
import { FUNCTIONS } from '../language.js';
import { type CheckProgress, type OnProgress, throttled } from '../progress.js';
import { gameTooLarge, outcomeOf, weightOf } from '../referee/position.js';
import type { Program } from '../sandbox/port.js';
import type { CheckError, SelfPlay, Unfinished } from './report.js';
import type { Trial } from './trial.js';

export type SelfPlayLimits = {
  readonly games: number;
  /** The most moves in all games together. */
  readonly moves?: number;
  /** CPU time for all games together, and wall time in case the machine is busy. */
  readonly cpuMs: number;
  readonly wallMs: number;
};

const MOST_MOVES = 3000;
/**
 * The first moves are played twice to compare the answers; scripts that are not repeatable show it long before this
 * limit.
 */
const REPEATED_MOVES = 1000;

export const DEFAULT_SELF_PLAY_LIMITS: SelfPlayLimits = { games: 20, moves: MOST_MOVES, cpuMs: 15_000, wallMs: 60_000 };

type Game = { readonly random: Random; readonly moves: string[]; state: ScriptState; weight: number };

/**
 * Plays random games side by side, one ply of each in turn, until half of a limit is used. Then it plays the longest
 * game first, so that some games reach their end. If the script uses chance, each game has its own start, and the card
 * must be the same for all.
 */
export async function playAgainstItself(
  trial: Trial,
  { program, card, start }: { readonly program: Program; readonly card: ScriptCard; readonly start: ScriptState },
  { games: count, moves: most = MOST_MOVES, cpuMs, wallMs }: SelfPlayLimits,
  onProgress: OnProgress,
): Promise<Result<SelfPlay, CheckError>> {
  const began = performance.now();
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
  const reportSometimes = throttled(onProgress);
  const seen = new Set(games.flatMap(rolesIn));
  /** The used share of each limit, from 0 to 1. */
  const used = (): Used => ({
    moves: plies() / most,
    cpu: trial.usedMs / cpuMs,
    clock: (performance.now() - began) / wallMs,
  });
  while (!isOver(used()) && games.some(isRunning)) {
    reportSometimes(progress());
    const running = games.filter(isRunning);
    for (const game of isOver(used(), 0.5) ? [furthest(running)] : running) {
      if (isOver(used())) break;
      const way = plies() < REPEATED_MOVES ? trial.twice : trial.once;
      const error = await playOn(way, program, card, game);
      if (error !== undefined) return err(error);
      for (const role of rolesIn(game)) seen.add(role);
    }
  }
  onProgress(progress());
  const stopped = games.filter(isRunning).map(({ moves }) => moves.length);
  const unfinished =
    stopped.length === 0 ? {} : { unfinished: whyUnfinished(used(), { moves: most, cpuMs, wallMs }, stopped) };
  const repeated = Math.min(plies(), REPEATED_MOVES);
  const played = { games: count, finished: finished(), plies: plies(), repeated, slowestMs: trial.slowestMs };
  return ok({ ...played, seen: [...seen], ...unfinished });
}

type Used = { readonly [limit in Unfinished['because']]: number };

const isOver = (used: Used, share = 1): boolean => Object.values(used).some((part) => !(part < share));

const furthest = (games: readonly Game[]): Game =>
  games.reduce((best, game) => (game.moves.length > best.moves.length ? game : best));

const rolesIn = ({ state }: Game): readonly string[] => state.pieces.map(({ role }) => role);

function whyUnfinished(
  used: Used,
  limits: Required<Omit<SelfPlayLimits, 'games'>>,
  stopped: readonly number[],
): Unfinished {
  const because = used.clock >= 1 ? 'clock' : used.cpu >= 1 ? 'cpu' : 'moves';
  const limit = { clock: limits.wallMs, cpu: limits.cpuMs, moves: limits.moves }[because];
  return { because, limit, shortest: Math.min(...stopped), longest: Math.max(...stopped) };
}

async function otherStart(
  trial: Trial,
  program: Program,
  card: ScriptCard,
  seed: Seed,
): Promise<Result<ScriptState, CheckError>> {
  const call = { name: FUNCTIONS[program.language].start, args: START_ARGUMENTS, seed };
  const start = await trial.twice(call, readStart);
  if (!start.ok) return err({ ...start.error, during: 'start' });
  if (JSON.stringify(start.value.card) === JSON.stringify(card)) return ok(start.value.state);
  const message = 'Board, kinds, name or ply cap differ between two starts; only pieces, moves and data may be random.';
  return err({ code: 'script/changed-rules', message, during: 'start' });
}

async function playOn(
  way: Trial['once'],
  program: Program,
  card: ScriptCard,
  game: Game,
): Promise<CheckError | undefined> {
  const { random, moves, state } = game;
  const text = random.pick(state.moves);
  const seed = card.random ? drawSeed(random) : 0;
  const args = moveArguments(state, parseScriptMove(card.kinds, text)!);
  const call = { name: FUNCTIONS[program.language].move, args, seed };
  moves.push(text);
  const answer = await way(call, (json) => readAnswer(card, json, state.turn));
  if (!answer.ok) return { ...answer.error, during: 'self-play', moves };
  game.state = answer.value;
  game.weight += weightOf(answer.value);
  const tooLarge = gameTooLarge(game.weight);
  return tooLarge && { ...tooLarge, during: 'self-play', moves };
}
