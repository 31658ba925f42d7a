/** A JSON ruleset about as large as uploads may be: 16x16, 26 kinds of pieces, as many steps and as many targets in tables as are allowed. */
export function largeRuleset(number: number): string {
  const pieces = Object.fromEntries(
    LETTERS.map((letter, index) => [
      `piece-${letter}`,
      {
        letter,
        ...(letter === 'k' ? { royal: true } : {}),
        movements: [
          { kind: 'slide', along: ALL_DIRECTIONS },
          ...(index < TABLES ? [{ kind: 'table', shape: 'leaps', white: tableOf(index), black: tableOf(index) }] : []),
        ],
      },
    ]),
  );
  return JSON.stringify({
    name: `large-${number}`,
    title: `Large ${number}`,
    summary: 'As large as it may be.',
    board: { files: 16, ranks: 16 },
    pieces,
    start: `1k14/${'16/'.repeat(14)}8K7 w - - 0 1`,
    restrictions: [{ kind: 'no-self-check' }],
    effects: [],
    endings: [{ kind: 'checkmate' }],
  });
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const ALL_DIRECTIONS = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y])).filter(([x, y]) => x !== 0 || y !== 0);
const FILES = [...'abcdefghijklmnop'];
const SQUARES = Array.from({ length: 256 }, (_, square) => FILES[square % 16]! + (1 + (square >> 4)));
const TABLES = 6;
const LEAPS = 32;

/** From every square to some that no two tables share. */
const tableOf = (table: number): { readonly [from: string]: readonly (readonly string[])[] } =>
  Object.fromEntries(
    SQUARES.map((from, square) => [
      from,
      Array.from({ length: LEAPS }, (_, leap) => [SQUARES[(square + 1 + 7 * leap + table) % 256]!]),
    ]),
  );
