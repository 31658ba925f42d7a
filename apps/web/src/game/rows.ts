import type { api } from '@chessmith/protocol';

type Color = api.MoveView['color'];
/** A line of the move list: the plies of White's turn and of Black's. Some variants have several moves in a turn. */
export type Row = { readonly number: number; readonly white: readonly number[]; readonly black: readonly number[] };

/** The lines of the move list; plies count from 1. If Black starts, White's first place is empty. */
export function rowsOf(moves: readonly { readonly color: Color }[]): readonly Row[] {
  const rows: { white: number[]; black: number[] }[] = [];
  moves.forEach(({ color }, i) => {
    const isNewRow = rows.length === 0 || (color === 'white' && moves[i - 1]?.color === 'black');
    if (isNewRow) rows.push({ white: [], black: [] });
    rows.at(-1)![color].push(i + 1);
  });
  return rows.map((row, i) => ({ number: i + 1, ...row }));
}
