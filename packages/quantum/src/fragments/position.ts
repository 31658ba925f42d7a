import type { Chance, Color, Happening, Refusal } from '@chessmith/rules';
import { assertNever, err, ok, type Result } from '@chessmith/std';
import { merge, move, split } from './apply-move.js';
import { type Belief, drawWorld, updateBelief } from './belief.js';
import type { Board } from './chessman.js';
import { measure } from './measurement.js';
import type { FragmentsMove } from './move-notation.js';
import { type Objection, refuse } from './objection-texts.js';
import { formatSquare, type Square } from './square.js';
import type { Turn } from './turn.js';
import { objectionToMerge, objectionToMove, objectionToSplit } from './validity.js';
import { toBoard, type WorkingBoard, type WorkingFragment, workingCopy } from './working-board.js';
import { applySteps, type Coin, type World } from './world.js';
import type { WorldStep } from './world-steps.js';

/** A position. Everything but `world` is public. */
export type FragmentsPosition = {
  readonly board: Board;
  readonly turn: Color;
  /** Plies played; measurements in free analysis do not count. */
  readonly ply: number;
  readonly winner: Color | null;
  /** Free analysis: either side may move or measure, and the game never ends. */
  readonly free: boolean;
  readonly belief: Belief;
  /** Which fragments are real; null if the secret is not known here. */
  readonly world: World | null;
};

export type MeasurementResult = { readonly on: string; readonly found: boolean };

export type Played = {
  readonly after: FragmentsPosition;
  readonly happened: readonly Happening[];
  /** The results of all measurements in the order they were made. */
  readonly measured: readonly MeasurementResult[];
  /** Whether the move was a split. Every split needs a coin, whether or not its fragment is real. */
  readonly split: boolean;
};

/** Plays a move of the side to move, or returns the refusal. `coin` is called once for a split. */
export function play(position: FragmentsPosition, choice: FragmentsMove, coin: () => Coin): Result<Played, Refusal> {
  const { world } = position;
  if (world === null) throw new Error('the secret of this game is unknown; call redraw first');
  return playMove(position, choice, (shard) => world[shard.man.id] === shard.id, coin);
}

/**
 * Replays a stored move with its stored measurement results. Without the coin of a split the secret is lost, but
 * everything public is the same.
 */
export function replay(
  position: FragmentsPosition,
  choice: FragmentsMove,
  measured: readonly MeasurementResult[],
  coin: Coin | null,
): Result<Played, Refusal> {
  const outcomes = [...measured];
  let isOfThisGame = true;
  const recorded = (shard: WorkingFragment): boolean => {
    const outcome = outcomes.shift();
    isOfThisGame &&= outcome?.on === formatSquare(shard.square);
    return outcome?.found === true;
  };
  const played = playMove(position, choice, recorded, () => coin);
  if (!played.ok || (isOfThisGame && outcomes.length === 0)) return played;
  return err({ code: 'quantum/other-outcomes', message: 'the recorded measurements do not match this position' });
}

/** The same game with a new secret: everything public stays, and nothing of the true secret is kept. */
export function redraw(position: FragmentsPosition, chance: Chance): FragmentsPosition {
  return { ...position, world: drawWorld(position.belief, chance) };
}

function playMove(
  position: FragmentsPosition,
  choice: FragmentsMove,
  isReal: (shard: WorkingFragment) => boolean,
  coin: () => Coin | null,
): Result<Played, Refusal> {
  const working = workingCopy(position.board);
  const found = check(position, working, choice);
  if (typeof found === 'string') return err(refuse(found));
  const outcomes: MeasurementResult[] = [];
  const watched = (shard: WorkingFragment): boolean => {
    const found = isReal(shard);
    outcomes.push({ on: formatSquare(shard.square), found });
    return found;
  };
  const turn: Turn = { working, isReal: watched, happened: [], steps: [], measuring: new Set() };
  const by = found[0]!.man.color;
  execute(turn, choice, found);
  const board = toBoard(working);
  const isSplit = choice.kind === 'split';
  const face = isSplit ? coin() : 0;
  return ok({
    after: {
      board,
      turn: choice.kind === 'measure' ? position.turn : by === 'white' ? 'black' : 'white',
      ply: position.ply + (choice.kind === 'measure' ? 0 : 1),
      winner: capturesKing(turn.happened) ? by : position.winner,
      free: position.free,
      belief: updateBelief(position.belief, position.board.men, board.men, turn.steps),
      world: worldAfter(position, board, turn.steps, face),
    },
    happened: turn.happened,
    measured: outcomes,
    split: isSplit,
  });
}

/** The first rule that refuses a move; it does not depend on the secret. */
export function objectionTo(position: FragmentsPosition, choice: FragmentsMove): Objection | undefined {
  const found = check(position, workingCopy(position.board), choice);
  return typeof found === 'string' ? found : undefined;
}

/** The fragments that take part in the move, or the first rule that refuses it. */
function check(
  position: FragmentsPosition,
  working: WorkingBoard,
  choice: FragmentsMove,
): readonly WorkingFragment[] | Objection {
  const { free, winner, turn } = position;
  if (winner !== null && !free) return 'game-over';
  const named = squaresOf(choice).map((square) => working.at[square]);
  const shards = named.filter((shard) => shard !== undefined);
  const [shard, second] = shards;
  if (shard === undefined || shards.length < named.length) return 'no-chessman';
  if (second !== undefined && second.man !== shard.man) return 'different-chessmen';
  if (shard.man.color !== turn && !free) return 'not-your-chessman';
  return objection(working, choice, shards) ?? shards;
}

function squaresOf(choice: FragmentsMove): readonly Square[] {
  if (choice.kind === 'merge') return choice.from;
  return [choice.kind === 'measure' ? choice.on : choice.from];
}

function objection(
  working: WorkingBoard,
  choice: FragmentsMove,
  [shard, second]: readonly WorkingFragment[],
): Objection | undefined {
  switch (choice.kind) {
    case 'move':
      return objectionToMove(working, shard!, choice.to);
    case 'split':
      return objectionToSplit(working, shard!, ...choice.to);
    case 'merge':
      return objectionToMerge(working, shard!, second!, choice.to);
    case 'measure':
      return undefined;
    default:
      return assertNever(choice);
  }
}

function execute(turn: Turn, choice: FragmentsMove, [shard, second]: readonly WorkingFragment[]): void {
  switch (choice.kind) {
    case 'move':
      move(turn, shard!, choice.to);
      break;
    case 'split':
      split(turn, shard!, ...choice.to);
      break;
    case 'merge':
      merge(turn, shard!, second!, choice.to);
      break;
    case 'measure':
      measure(turn, shard!);
      break;
    default:
      assertNever(choice);
  }
}

function worldAfter(
  { world, board }: FragmentsPosition,
  after: Board,
  steps: readonly WorldStep[],
  coin: Coin | null,
): World | null {
  return world === null || coin === null ? null : applySteps(world, board.men, after.men, steps, coin);
}

const capturesKing = (happened: readonly Happening[]): boolean =>
  happened.some((one) => one.kind === 'captured' && one.role === 'king');
