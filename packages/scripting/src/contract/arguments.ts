import { opposite } from '@chessmith/rules';
import { coordinates, moveArgument, type ScriptMove } from './moves.js';
import type { ScriptState } from './state.js';

/** The arguments of the start function, as JSON. */
export const START_ARGUMENTS = '[]';

/** The arguments of the move function, as JSON: the state before the move, exactly as the script returned it. */
export function moveArguments({ pieces, data, turn }: ScriptState, move: ScriptMove): string {
  const board = pieces.map(({ role, color, square, extra }) => ({
    color,
    name: role,
    ...coordinates(square),
    ...extra,
  }));
  return `[${JSON.stringify(board)},${JSON.stringify(moveArgument(move))},"${opposite(turn)}",${data}]`;
}
