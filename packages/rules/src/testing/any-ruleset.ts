import fc from 'fast-check';
import { fileLetter } from '../geometry.js';
import type { Effect, Ending, Movement, PieceKind, Restriction, Ruleset, Step } from '../ruleset.js';

/**
 * Random rulesets: small and odd boards, a few pieces with random movements, a random start. Most are valid; some
 * contradict themselves. Tame ones have one king a side and plain movements, so that the engine can use pins.
 */
export const anyRuleset: fc.Arbitrary<Ruleset> = fc
  .tuple(anyBoard(), fc.boolean())
  .chain(([board, tame]) => fc.tuple(fc.constant(board), fc.constant(tame), anyEffects(board, tame), anyEndings(board)))
  .chain(([board, tame, effects, endings]) => {
    const pockets = effects.some(({ kind }) => kind === 'pocket');
    return fc.record({
      name: fc.constant('any'),
      title: fc.constant('Any'),
      summary: fc.constant('Whatever comes.'),
      board: fc.constant(board),
      pieces: anyPieces(board, tame, pockets),
      start: anyStart(board, tame, pockets),
      restrictions: anyRestrictions(tame),
      effects: fc.constant(effects),
      endings: fc.constant(endings),
    });
  });

type Board = Ruleset['board'];

function anyBoard(): fc.Arbitrary<Board> {
  const edge = fc.integer({ min: 2, max: 9 });
  return fc.tuple(edge, edge).map(([files, ranks]) => ({ files, ranks }));
}

const LETTERS = ['k', 'p', 'a', 'b', 'c'] as const;
const ROLES = ['king', 'pawn', 'archer', 'beast', 'crab'] as const;
const SOME: readonly string[] = ROLES.slice(2);

function anyPieces(board: Board, tame: boolean, pockets: boolean): fc.Arbitrary<Ruleset['pieces']> {
  const movement = tame ? plainMovement(board) : anyMovement(board);
  const piece = fc
    .tuple(fc.array(movement, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([movements, drops]): readonly Movement[] =>
      pockets && drops ? [...movements, { kind: 'drop' }] : movements,
    );
  const pawn = fc.oneof(piece, anyRanks(board).map(pawnMovements));
  const king = fc
    .tuple(fc.oneof({ weight: 4, arbitrary: piece }, { weight: 1, arbitrary: pawn }), fc.boolean())
    .map(([movements, castles]) => (castles ? [...movements, castle(board)] : movements));
  return fc
    .tuple(king, pawn, piece, piece, piece)
    .map((lists) =>
      Object.fromEntries(
        lists.map((movements, i): [string, PieceKind] => [
          ROLES[i]!,
          { letter: LETTERS[i]!, movements, ...(i === 0 ? { royal: true } : i === 1 ? { pawn: true } : {}) },
        ]),
      ),
    );
}

const castle = ({ files }: Board): Movement => ({
  kind: 'castle',
  partner: 'archer',
  sides: [
    { side: 'king', to: fileLetter(files - 1), partnerTo: fileLetter(files - 2) },
    { side: 'queen', to: 'a', partnerTo: 'b' },
  ],
});

const pawnMovements = (from: readonly number[]): readonly Movement[] => [
  { kind: 'leap', to: [[0, 1]], onto: 'empty' },
  { kind: 'double-step', along: [[0, 1]], from },
  { kind: 'leap', to: [[1, 1]], onto: 'enemy' },
  {
    kind: 'en-passant',
    to: [
      [1, 1],
      [-1, 1],
    ],
  },
];

function plainMovement(board: Board): fc.Arbitrary<Movement> {
  const steps = fc.uniqueArray(anyStep(board), { minLength: 1, maxLength: 4, selector: (step) => step.join() });
  const slide = fc.record(
    { kind: fc.constant('slide' as const), along: steps, upTo: fc.integer({ min: 1, max: 4 }) },
    { requiredKeys: ['kind', 'along'] },
  );
  const leap = fc.record({ kind: fc.constant('leap' as const), to: steps });
  const onto = fc.record({ onto: fc.constantFrom('free', 'empty', 'enemy') }, { requiredKeys: [] });
  return fc.tuple(fc.oneof(slide, leap), onto).map(([movement, extra]) => ({ ...movement, ...extra }));
}

function anyMovement(board: Board): fc.Arbitrary<Movement> {
  const modifiers = fc.record(
    {
      onto: fc.constantFrom('free', 'empty', 'enemy', 'ally', 'any'),
      from: anyRanks(board),
      unmoved: fc.constant(true),
      safe: fc.constant(true),
    },
    { requiredKeys: [] },
  );
  const modified = (movement: fc.Arbitrary<Movement>): fc.Arbitrary<Movement> =>
    fc.tuple(movement, modifiers).map(([plain, extra]) => ({ ...plain, ...extra }));
  const plain = plainMovement(board);
  return fc.oneof(
    plain,
    modified(plain),
    anyTable(board),
    modified(anyTable(board)),
    fc.tuple(plain, plain).map((of) => ({ kind: 'group' as const, of })),
  );
}

const anyStep = ({ files, ranks }: Board): fc.Arbitrary<Step> => {
  const upTo = (most: number): fc.Arbitrary<number> => fc.integer({ min: -Math.min(2, most), max: Math.min(2, most) });
  return fc.tuple(upTo(files - 1), upTo(ranks - 1)).filter(([file, rank]) => file !== 0 || rank !== 0);
};

const anyRanks = ({ ranks }: Board): fc.Arbitrary<number[]> =>
  fc.uniqueArray(fc.integer({ min: 1, max: ranks }), { minLength: 1, maxLength: 3 });

const anySquare = ({ files, ranks }: Board): fc.Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: 0, max: files - 1 }), fc.integer({ min: 1, max: ranks }))
    .map(([file, rank]) => `${fileLetter(file)}${rank}`);

function anyTable(board: Board): fc.Arbitrary<Movement> {
  const paths = fc.array(fc.uniqueArray(anySquare(board), { minLength: 1, maxLength: 6 }), { maxLength: 2 });
  const rays = fc
    .array(fc.tuple(anySquare(board), paths), { maxLength: 20 })
    .map((entries) =>
      Object.fromEntries(entries.map(([from, squares]) => [from, squares.filter((path) => !path.includes(from))])),
    );
  const leaps = rays.map((table) =>
    Object.fromEntries(Object.entries(table).map(([from, squares]) => [from, squares.slice(0, 1)])),
  );
  const kind = fc.constant('table' as const);
  return fc.oneof(
    fc.record({ kind, shape: fc.constant('rays' as const), white: rays, black: rays }),
    fc.record({ kind, shape: fc.constant('leaps' as const), white: leaps, black: leaps }),
  );
}

const anyRestrictions = (tame: boolean): fc.Arbitrary<readonly Restriction[]> =>
  tame
    ? fc.constant([{ kind: 'no-self-check' }])
    : fc.subarray<Restriction>([{ kind: 'no-self-check' }, { kind: 'no-check' }, { kind: 'must-capture' }]);

const anyEffects = (board: Board, tame: boolean): fc.Arbitrary<readonly Effect[]> =>
  fc
    .tuple(
      fc.constantFrom([board.ranks], [1, board.ranks], [Math.ceil(board.ranks / 2)]),
      fc.subarray([...SOME, 'king'], { minLength: 1 }),
      fc.boolean(),
      fc.subarray<Effect>([
        { kind: 'pocket' },
        { kind: 'count-checks', upTo: 3 },
        ...(tame ? [] : [{ kind: 'explode' as const, spares: ['pawn'] }]),
      ]),
    )
    .map(([on, to, onlyCaptured, others]) => [{ kind: 'promote', role: 'pawn', on, to, onlyCaptured }, ...others]);

const anyEndings = (board: Board): fc.Arbitrary<readonly Ending[]> =>
  anySquare(board).chain((square) =>
    fc.subarray<Ending>([
      { kind: 'checkmate' },
      { kind: 'stalemate', result: 'draw' },
      { kind: 'reach', role: 'beast', squares: [square], reply: true },
      { kind: 'extinction', of: 'royal', result: 'loss' },
    ]),
  );

/** On average four of seven squares are empty. */
function anyStart({ files, ranks }: Board, tame: boolean, pockets: boolean): fc.Arbitrary<string> {
  const letters = tame ? LETTERS.slice(1) : LETTERS;
  const cell = fc
    .tuple(fc.nat(6), fc.constantFrom(...letters), fc.boolean())
    .map(([empty, letter, white]) => (empty < 4 ? '1' : white ? letter.toUpperCase() : letter));
  const size = files * ranks;
  return fc
    .tuple(fc.array(cell, { minLength: size, maxLength: size }), fc.nat(size - 1), fc.nat(size - 2))
    .map(([cells, king, other]) => {
      if (tame) {
        cells[king] = 'K';
        cells[other < king ? other : other + 1] = 'k';
      }
      const rows = Array.from({ length: ranks }, (_, i) => cells.slice(i * files, (i + 1) * files).join(''));
      const placement = rows.map((row) => row.replace(/1+/g, (run) => String(run.length))).join('/');
      return `${placement}${pockets ? '[]' : ''} w - - 0 1`;
    });
}
