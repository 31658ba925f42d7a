import type { api } from '@chessmith/protocol';

type Color = api.MoveView['color'];
/** A line of the record: the plies of White's turn and those of Black's. Some games have several moves in a turn. */
export type Row = { readonly number: number; readonly white: readonly number[]; readonly black: readonly number[] };

/** The record of a game, turn by turn; plies count from 1. A game that starts with Black leaves White's first place empty. */
export function rowsOf(moves: readonly { readonly color: Color }[]): readonly Row[] {
  const rows: { white: number[]; black: number[] }[] = [];
  moves.forEach(({ color }, i) => {
    const isNewRow = rows.length === 0 || (color === 'white' && moves[i - 1]?.color === 'black');
    if (isNewRow) rows.push({ white: [], black: [] });
    rows.at(-1)![color].push(i + 1);
  });
  return rows.map((row, i) => ({ number: i + 1, ...row }));
}
