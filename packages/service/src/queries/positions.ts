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
 * A cache of positions of past turns, each built from the one before. Positions are opaque and not JSON, so they cannot
 * be in the query cache. Keeps the most recently read games.
 */
export function positionCache() {
  const lines = new Map<GameId, KnownLine>();
  let bytes = 0;

  /** The cached positions of this line of play; moves that were taken back are cut off. */
  function lineOf(id: GameId, referee: Referee, { start, moves }: Board<unknown>): KnownLine {
    const known = lines.get(id);
    if (known?.start !== start) return { start, moves: [], positions: [referee.resume(start)], weight: 0 };
    // Each move is its own object: if the last one is the same, all before it are.
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

  /** Stores this line and evicts the least recently read ones over the limits. */
  function keep(id: GameId, line: KnownLine, referee: Referee): void {
    evict(id);
    lines.set(id, line);
    const records = referee.cost?.weight?.(line.positions.at(-1)) ?? 0;
    // The compiled rules count too, because positions hold references to them.
    line.weight = POSITION_BYTES * line.positions.length + records + (referee.cost?.bytes ?? 0);
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
    await referee.cost?.prepare?.(position);
    return position;
  };
}
