import type { Chance, Color, Happening, Refusal } from '@chessmith/rules';
import { assertNever, err, ok, type Result } from '@chessmith/std';
import { type Belief, drawWorld, learn } from './belief.js';
import type { Board } from './chessman.js';
import { measure } from './measurement.js';
import type { FragmentsMove } from './move-notation.js';
import { merge, move, split } from './moving.js';
import { type Objection, refuse } from './objections.js';
import { formatSquare, type Square } from './square.js';
import type { Step } from './steps.js';
import { layOut, packUp, type Shard, type Table } from './table.js';
import type { Turn } from './turn.js';
import { objectionToMerge, objectionToMove, objectionToSplit } from './validity.js';
import { type Coin, followAll, type World } from './world.js';

/** A game of this ruleset at one moment. Everything but `world` is for everybody to see. */
export type FragmentsPosition = {
  readonly board: Board;
  readonly turn: Color;
  /** Plies played; measurements of free analysis are none. */
  readonly ply: number;
  readonly winner: Color | null;
  /** Analysis: either side may move, measurements may be asked for, and the end is ignored. */
  readonly free: boolean;
  readonly belief: Belief;
  /** Which fragments are real; absent where the secret of the game was not handed along. */
  readonly world: World | null;
};

export type Outcome = { readonly on: string; readonly found: boolean };

export type Played = {
  readonly after: FragmentsPosition;
  readonly happened: readonly Happening[];
  /** The outcomes of all measurements, in the order in which they were made. */
  readonly measured: readonly Outcome[];
  /** Whether a coin was needed: every split needs one, whether the fragment was real or not. */
  readonly split: boolean;
};

/** Plays a move of the side to move, or says why not. The coin is asked for once, when the move is a split. */
export function play(position: FragmentsPosition, choice: FragmentsMove, coin: () => Coin): Result<Played, Refusal> {
  const { world } = position;
  if (world === null) throw new Error('the secret of this game is not known here: draw it anew first');
  return enact(position, choice, (shard) => world[shard.man.id] === shard.id, coin);
}

/**
 * Plays a recorded move again: the outcomes are those of the record. Without the coin of a split the secret is lost
 * from here on, and everything public is as it was.
 */
export function replay(
  position: FragmentsPosition,
  choice: FragmentsMove,
  measured: readonly Outcome[],
  coin: Coin | null,
): Result<Played, Refusal> {
  const outcomes = [...measured];
  let isOfThisGame = true;
  const recorded = (shard: Shard): boolean => {
    const outcome = outcomes.shift();
    isOfThisGame &&= outcome?.on === formatSquare(shard.square);
    return outcome?.found === true;
  };
  const played = enact(position, choice, recorded, () => coin);
  if (!played.ok || (isOfThisGame && outcomes.length === 0)) return played;
  return err({ code: 'quantum/other-outcomes', message: 'other squares are measured here than were recorded' });
}

/** The same game with the secret drawn anew: all that is public stays, and nothing of the true secret is left. */
export function redraw(position: FragmentsPosition, chance: Chance): FragmentsPosition {
  return { ...position, world: drawWorld(position.belief, chance) };
}

function enact(
  position: FragmentsPosition,
  choice: FragmentsMove,
  isReal: (shard: Shard) => boolean,
  coin: () => Coin | null,
): Result<Played, Refusal> {
  const table = layOut(position.board);
  const found = check(position, table, choice);
  if (typeof found === 'string') return err(refuse(found));
  const outcomes: Outcome[] = [];
  const watched = (shard: Shard): boolean => {
    const found = isReal(shard);
    outcomes.push({ on: formatSquare(shard.square), found });
    return found;
  };
  const turn: Turn = { table, isReal: watched, happened: [], steps: [], measuring: new Set() };
  const by = found[0]!.man.color;
  carryOut(turn, choice, found);
  const board = packUp(table);
  const isSplit = choice.kind === 'split';
  const face = isSplit ? coin() : 0;
  return ok({
    after: {
      board,
      turn: choice.kind === 'measure' ? position.turn : by === 'white' ? 'black' : 'white',
      ply: position.ply + (choice.kind === 'measure' ? 0 : 1),
      winner: capturesKing(turn.happened) ? by : position.winner,
      free: position.free,
      belief: learn(position.belief, position.board.men, board.men, turn.steps),
      world: hiddenAfter(position, board, turn.steps, face),
    },
    happened: turn.happened,
    measured: outcomes,
    split: isSplit,
  });
}

/** The first rule that objects to a move; nothing here depends on the secret. */
export function objectionTo(position: FragmentsPosition, choice: FragmentsMove): Objection | undefined {
  const found = check(position, layOut(position.board), choice);
  return typeof found === 'string' ? found : undefined;
}

/** The fragments the move is about, or the first rule that objects. */
function check(position: FragmentsPosition, table: Table, choice: FragmentsMove): readonly Shard[] | Objection {
  const { free, winner, turn } = position;
  if (winner !== null && !free) return 'game-over';
  const named = squaresOf(choice).map((square) => table.at[square]);
  const shards = named.filter((shard) => shard !== undefined);
  const [shard, second] = shards;
  if (shard === undefined || shards.length < named.length) return 'no-chessman';
  if (second !== undefined && second.man !== shard.man) return 'different-chessmen';
  if (shard.man.color !== turn && !free) return 'not-your-chessman';
  return objection(table, choice, shards) ?? shards;
}

function squaresOf(choice: FragmentsMove): readonly Square[] {
  if (choice.kind === 'merge') return choice.from;
  return [choice.kind === 'measure' ? choice.on : choice.from];
}

function objection(table: Table, choice: FragmentsMove, [shard, second]: readonly Shard[]): Objection | undefined {
  switch (choice.kind) {
    case 'move':
      return objectionToMove(table, shard!, choice.to);
    case 'split':
      return objectionToSplit(table, shard!, ...choice.to);
    case 'merge':
      return objectionToMerge(table, shard!, second!, choice.to);
    case 'measure':
      return undefined;
    default:
      return assertNever(choice);
  }
}

function carryOut(turn: Turn, choice: FragmentsMove, [shard, second]: readonly Shard[]): void {
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

function hiddenAfter(
  { world, board }: FragmentsPosition,
  after: Board,
  steps: readonly Step[],
  coin: Coin | null,
): World | null {
  return world === null || coin === null ? null : followAll(world, board.men, after.men, steps, coin);
}

const capturesKing = (happened: readonly Happening[]): boolean =>
  happened.some((one) => one.kind === 'captured' && one.role === 'king');
