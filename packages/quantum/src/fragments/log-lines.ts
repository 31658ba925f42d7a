import type { Color, Happening } from '@chessmith/rules';

/** The protocol's log of one move, newest line first. Castling is logged as the rook's move only. */
export function logLines(happened: readonly Happening[]): string[] {
  const castled = happened.some(({ kind }) => kind === 'castled');
  return happened.flatMap((one) => linesOf(one, castled)).reverse();
}

/** The protocol's log of a surrender, newest line first. */
export function surrenderLines(loser: Color): string[] {
  return [`${loser}  surrendered: `, `Game over, ${loser === 'white' ? 'black' : 'white'} wins`];
}

/** The protocol's sound for a move; a plain move has none. */
export function soundOf(happened: readonly Happening[]): 'split' | 'merge' | 'capture' | null {
  const has = (kind: Happening['kind']) => happened.some((one) => one.kind === kind);
  if (has('split')) return 'split';
  if (has('merged')) return 'merge';
  return has('captured') ? 'capture' : null;
}

function linesOf(happening: Happening, castled: boolean): string[] {
  switch (happening.kind) {
    case 'moved': {
      const line = `${up(happening.from)} moved to ${up(happening.to)}`;
      return castled && happening.role === 'king' ? [] : [line];
    }
    case 'captured': {
      const line = `${up(happening.on)} was captured`;
      const winner = happening.color === 'white' ? 'black' : 'white';
      return happening.role === 'king' ? [`End of the game, ${winner} wins`, line] : [line];
    }
    case 'split':
      return castled ? [] : [`${up(happening.from)} split to ${happening.to.map(up).join(' and ')}`];
    case 'merged':
      return [`${happening.from.map(up).join(' and ')} merged into ${up(happening.to)}`];
    case 'measured':
      return happening.on.map((square) => `${up(square)} measured, ${happening.found ? 'was there' : 'was not there'}`);
    default:
      return [];
  }
}

const up = (square: string): string => square.toUpperCase();
