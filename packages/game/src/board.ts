import type { Color, GameRecord, Happening, Referee } from '@chessmith/rules';
import type { Millis } from './units.js';
import { ViewCache } from './view-cache.js';

export type PlayedMove = {
  readonly color: Color;
  readonly notation: string;
  readonly record: GameRecord;
  readonly happened: readonly Happening[];
  readonly usedChance: boolean;
  readonly tookMs: Millis;
};

/** A position that a ruling has led to, with what viewers see of it. */
export type Reached<P> = { readonly position: P; readonly views: ViewCache<P> };

/**
 * The moves of a game and the position they lead to. The position is computed when it is first read, from the latest one
 * known: so a game is folded in linear time, and moves that were taken back are never replayed.
 */
export class Board<P> {
  readonly views: ViewCache<P>;
  readonly #referee: Referee<P>;
  /** The position after the first `#plies` moves. */
  #known: P;
  #plies: number;

  private constructor(
    referee: Referee<P>,
    readonly start: GameRecord,
    readonly startTurn: Color,
    readonly turn: Color,
    readonly moves: readonly PlayedMove[],
    known: { readonly position: P; readonly plies: number; readonly views?: ViewCache<P> | undefined },
  ) {
    this.#referee = referee;
    this.#known = known.position;
    this.#plies = known.plies;
    this.views = known.views ?? new ViewCache();
  }

  static atStart<P>(referee: Referee<P>, start: GameRecord, turn: Color): Board<P> {
    return new Board(referee, start, turn, turn, [], { position: referee.resume(start), plies: 0 });
  }

  get position(): P {
    for (; this.#plies < this.moves.length; this.#plies++) {
      this.#known = this.#referee.replay(this.#known, this.moves[this.#plies]!.record);
    }
    return this.#known;
  }

  /** The board after a move. `reached` is its position, if it is known already. */
  afterMove(move: PlayedMove, turn: Color, reached: Reached<P> | null): Board<P> {
    const moves = [...this.moves, move];
    const known =
      reached === null
        ? { position: this.#known, plies: this.#plies }
        : { position: reached.position, plies: moves.length, views: reached.views };
    return new Board(this.#referee, this.start, this.startTurn, turn, moves, known);
  }

  afterTakeback(plies: number, turn: Color): Board<P> {
    const moves = this.moves.slice(0, this.moves.length - plies);
    const known =
      this.#plies <= moves.length
        ? { position: this.#known, plies: this.#plies }
        : { position: this.#referee.resume(this.start), plies: 0 };
    return new Board(this.#referee, this.start, this.startTurn, turn, moves, known);
  }
}
