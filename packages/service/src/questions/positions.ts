import type { Board, GameId, PlayedMove } from '@chessmith/game';
import type { Referee } from '@chessmith/rules';

type Line = { readonly start: unknown; readonly moves: PlayedMove[]; readonly positions: unknown[] };

const MOST_GAMES = 64;

/**
 * Positions of past turns, each built on the one before. Positions are opaque to all but their referee, so they are
 * kept here as they are, for the games that were asked about last, and not in the cache of answers.
 */
export function openPositions() {
  const lines = new Map<GameId, Line>();

  /** The positions that are known of this very line of play; what was taken back is cut off. */
  function lineOf(id: GameId, referee: Referee, { start, moves }: Board<unknown>): Line {
    const known = lines.get(id);
    lines.delete(id);
    const line: Line = known?.start === start ? known : { start, moves: [], positions: [referee.resume(start)] };
    const parted = line.moves.findIndex((move, index) => move !== moves[index]);
    if (parted >= 0) {
      line.moves.length = parted;
      line.positions.length = parted + 1;
    }
    lines.set(id, line);
    if (lines.size > MOST_GAMES) lines.delete(lines.keys().next().value!);
    return line;
  }

  function find(id: GameId, referee: Referee, board: Board<unknown>, turn: number): unknown {
    if (turn === board.moves.length) return board.position;
    const { moves, positions } = lineOf(id, referee, board);
    while (positions.length <= turn) {
      const move = board.moves[moves.length]!;
      positions.push(referee.replay(positions.at(-1), move.record));
      moves.push(move);
    }
    return positions[turn];
  }

  return async (id: GameId, referee: Referee, board: Board<unknown>, turn: number): Promise<unknown> => {
    const position = find(id, referee, board, turn);
    await referee.prepare?.(position);
    return position;
  };
}
