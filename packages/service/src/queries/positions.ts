import type { Board, GameId, PlayedMove } from '@chessmith/game';
import type { Referee } from '@chessmith/rules';

type KnownLine = {
  readonly start: unknown;
  readonly moves: PlayedMove[];
  readonly positions: unknown[];
  weight: number;
};

const MAX_GAMES = 64;
const MAX_BYTES = 64 * 1024 * 1024;
const POSITION_BYTES = 500;

/**
 * Positions of past turns, each built on the one before. Positions are opaque to all but their referee, so they are
 * kept here as they are, for the games that were asked about last, and not in the cache of answers.
 */
export function positionCache() {
  const lines = new Map<GameId, KnownLine>();
  let bytes = 0;

  /** The positions that are known of this very line of play; what was taken back is cut off. */
  function lineOf(id: GameId, referee: Referee, { start, moves }: Board<unknown>): KnownLine {
    const known = lines.get(id);
    if (known?.start !== start) return { start, moves: [], positions: [referee.resume(start)], weight: 0 };
    // Moves are objects of their own: where the last one is the same, all before it are.
    if (known.moves.at(-1) === moves[known.moves.length - 1]) return known;
    const firstDifferent = known.moves.findIndex((move, index) => move !== moves[index]);
    if (firstDifferent >= 0) {
      known.moves.length = firstDifferent;
      known.positions.length = firstDifferent + 1;
    }
    return known;
  }

  function evict(id: GameId): void {
    bytes -= lines.get(id)?.weight ?? 0;
    lines.delete(id);
  }

  /** Keeps the line that was asked about last, and others while there is room. */
  function keep(id: GameId, line: KnownLine, referee: Referee): void {
    evict(id);
    lines.set(id, line);
    const records = referee.weight?.(line.positions.at(-1)) ?? 0;
    // Positions hold on to the compiled rules.
    line.weight = POSITION_BYTES * line.positions.length + records + (referee.bytes ?? 0);
    bytes += line.weight;
    for (const other of lines.keys()) {
      if (other === id || (lines.size <= MAX_GAMES && bytes <= MAX_BYTES)) return;
      evict(other);
    }
  }

  function find(id: GameId, referee: Referee, board: Board<unknown>, turn: number): unknown {
    if (turn === board.moves.length) return board.position;
    const line = lineOf(id, referee, board);
    const { moves, positions } = line;
    while (positions.length <= turn) {
      const move = board.moves[moves.length]!;
      positions.push(referee.replay(positions.at(-1), move.record));
      moves.push(move);
    }
    keep(id, line, referee);
    return positions[turn];
  }

  return async (id: GameId, referee: Referee, board: Board<unknown>, turn: number): Promise<unknown> => {
    const position = find(id, referee, board, turn);
    await referee.prepare?.(position);
    return position;
  };
}
