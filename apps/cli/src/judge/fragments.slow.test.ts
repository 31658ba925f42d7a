import {
  boardAfter,
  boardFileOf,
  type Cell,
  type RecordedCase,
  type RecordedPly,
  recordedCases,
  recordedGames,
  writeOperation,
} from '@chessmith/quantum/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { judgeLines } from '../testing/judge-lines.js';

type Piece = {
  readonly square: string;
  readonly role: string;
  readonly color: 'white' | 'black';
  readonly probability: number;
  readonly wire: number;
  readonly piece?: number;
  readonly real?: boolean;
};
type FragmentsMove = {
  readonly legal: boolean;
  readonly refusal: { readonly code: string; readonly message: string } | null;
  readonly turn: 'white' | 'black';
  readonly pieces: readonly Piece[];
  readonly captured: readonly { readonly square: string; readonly role: string; readonly color: string }[];
  readonly log: readonly string[];
};
type FragmentsResponse = {
  readonly legal: readonly boolean[];
  readonly refusals: readonly ({ readonly code: string; readonly message: string } | null)[];
  readonly pieces: readonly Piece[];
  readonly moves: readonly string[];
  readonly splits: readonly string[];
  readonly merges: readonly string[];
  readonly outcome: object | null;
  readonly steps: readonly FragmentsMove[];
};

const ROLE_LETTERS: { readonly [role: string]: string } = {
  king: 'K',
  queen: 'Q',
  rook: 'T',
  bishop: 'B',
  knight: 'H',
  pawn: 'P',
};
const line = (start: string, moves: readonly string[], free: boolean) => ({
  ruleset: 'quantum-fragments',
  start,
  moves,
  free,
  trace: true,
  chance: 'first',
});

const GAMES = recordedGames();

/**
 * Everything except `entangled`, which a judge does not report; its effects show in the outcomes, and
 * `packages/quantum` compares the lists themselves.
 */
describe.each([true, false])('every recorded game, with free: %s', (free) => {
  let answers: readonly FragmentsResponse[] = [];
  beforeAll(async () => {
    const requests = GAMES.map((game) => line(boardFileOf(game), game.plies.map(writeOperation), free));
    answers = await judgeLines<FragmentsResponse>(requests);
  });

  test.each(GAMES.map((game, i) => [i, game.boardFile, game] as const))('game %i on %s', (i, _, game) => {
    const { steps, legal } = answers[i]!;
    expect(legal).toEqual(game.plies.map(({ error }) => error === null));
    let squares: ReadonlyMap<string, Cell> = new Map(Object.entries(game.initial));
    for (const [index, ply] of game.plies.entries()) {
      squares = boardAfter(squares, ply);
      const step = steps[index]!;
      const where = `ply ${index}: ${ply.op} ${ply.args.join(' ')}`;
      expect(step.refusal?.message ?? null, where).toBe(ply.error);
      expect([...step.log].sort(), where).toEqual([...ply.log].sort());
      expect(step.captured.length > 0, where).toBe(ply.capture);
      expect(step.turn, where).toBe(ply.nextWhite ? 'white' : 'black');
      expect(cellsOf(step.pieces), where).toEqual(
        [...squares].sort().map(([at, [piece, p, wire]]) => [at, piece, digits(p), wire]),
      );
      if (free) expect(fragmentsOf(step.pieces), where).toEqual(quantumOf(ply));
      else
        expect(
          step.pieces.filter((piece) => 'real' in piece),
          where,
        ).toEqual([]);
    }
  });
});

const cellsOf = (pieces: readonly Piece[]) =>
  pieces.map(({ square, color, role, probability, wire }) => [
    square.toUpperCase(),
    `${color === 'white' ? 'W' : 'B'}${ROLE_LETTERS[role]}`,
    digits(probability),
    wire,
  ]);

/** The recording has ten significant digits of each probability. */
const digits = (probability: number): number => Number(probability.toPrecision(10));

/** The fragments of each split piece, the real one first; the recording does not define the order of the others. */
function fragmentsOf(pieces: readonly Piece[]): readonly (readonly string[])[] {
  const men = new Map<number, Piece[]>();
  for (const one of pieces) men.set(one.piece!, [...(men.get(one.piece!) ?? []), one]);
  return [...men.values()]
    .filter((fragments) => fragments.length > 1)
    .map((fragments) => {
      const real = fragments.filter((one) => one.real).map(({ square }) => square.toUpperCase());
      const others = fragments.filter((one) => !one.real).map(({ square }) => square.toUpperCase());
      expect(real).toHaveLength(1);
      return [...real, ...others.sort()];
    })
    .sort();
}

const quantumOf = ({ quantum }: RecordedPly): readonly (readonly string[])[] =>
  quantum.map(({ fragments: [real, ...others] }) => [real!, ...others.sort()]).sort();

const CASES = recordedCases();

/**
 * The original's unit tests, replayed up to each of their expectations. Three things differ: - a judge has no order of
 * fragments, only the real one (index 0) is known; - `addPiece`, which adds a piece in mid-game, adds it to the start
 * of the next line instead, which no move of these tests notices; - `possibleMerges` of one fragment lists where it
 * alone could go. A judge lists merges of two, so each of its merges must be on the list, and `packages/quantum`
 * compares the list itself.
 */
describe("the original's own unit tests", () => {
  test.each(CASES.map((one) => [one.suite, one.test, one.line, one] as const))(
    '%s.%s (line %i)',
    async (_, __, ___, one) => {
      const { requests, checks } = linesOf(one);
      const answers = await judgeLines<FragmentsResponse>(requests);
      for (const check of checks) check(answers);
    },
  );
});

type Check = (answers: readonly FragmentsResponse[]) => void;

function linesOf(one: RecordedCase): { readonly requests: readonly object[]; readonly checks: readonly Check[] } {
  const pieces = one.pieces.map(({ piece, at, color }) => ({
    at,
    letter: piece,
    color: color === 'white' ? 'W' : 'B',
  }));
  const ids = new Map(
    Object.entries(one.names).map(([name, at]) => [name, pieces.findIndex((piece) => piece.at === at)]),
  );
  const moves: string[] = [];
  const requests: object[] = [];
  const checks: Check[] = [];
  for (const step of one.steps) {
    const where = JSON.stringify(step);
    const now = (check: (answer: FragmentsResponse) => void) => {
      const index = requests.push(line(boardFile(pieces), [...moves], true)) - 1;
      checks.push((answers) => check(answers[index]!));
    };
    const fragments = ({ pieces }: FragmentsResponse) => pieces.filter(({ piece }) => piece === ids.get(step.piece));
    const at = step.at?.toLowerCase();
    switch (step.op) {
      case 'move':
      case 'split':
      case 'merge':
      case 'measure':
        moves.push(writeOperation(step));
        now(({ legal }) => expect(legal.at(-1), where).toBe(step.expect === undefined));
        break;
      case 'expectPosition':
        now((answer) => {
          const fragment = fragments(answer).find(({ square }) => square === at);
          expect(fragment?.real, where).toBe(step.index === 0);
          if (step.prob !== undefined) expect(fragment?.probability, where).toBeCloseTo(step.prob, 4);
        });
        break;
      case 'expectFragments':
        now((answer) => expect(fragments(answer), where).toHaveLength(step.count!));
        break;
      case 'expectOnBoard':
        now((answer) => expect(fragments(answer).length > 0, where).toBe(step.value));
        break;
      case 'possibleMoves':
        now(({ moves }) => expect(targetsFrom(moves, at!), where).toEqual(step.expectOrdered));
        break;
      case 'possibleSplits':
        now(({ splits }) => expect(targetsFrom(splits, `${at}^`), where).toEqual([...step.expectOrdered!].sort()));
        break;
      case 'possibleMerges':
        now(({ merges }) => {
          const targets = merges
            .filter((merge) => merge.includes(at!))
            .map((merge) => merge.split('^')[1]!.toUpperCase());
          expect(step.expectOrdered, where).toEqual(expect.arrayContaining(targets));
          expect(targets.length > 0, where).toBe(step.expectOrdered!.length > 0);
        });
        break;
      case 'addPiece':
        pieces.push({ at: step.at!, letter: step.piece, color: step.color === 'white' ? 'W' : 'B' });
        break;
      default:
        throw new Error(`unknown step ${where}`);
    }
  }
  return { requests, checks };
}

/** The target squares of all listed moves that start with the prefix; for splits each square once, sorted. */
function targetsFrom(written: readonly string[], prefix: string): readonly string[] {
  const targets = written
    .filter((text) => text.startsWith(prefix))
    .flatMap((text) => text.slice(prefix.length).match(/../g) ?? [])
    .map((square) => square.toUpperCase());
  return prefix.endsWith('^') ? [...new Set(targets)].sort() : targets;
}

const boardFile = (
  pieces: readonly { readonly at: string; readonly letter: string; readonly color: string }[],
): string => pieces.map(({ letter, at, color }) => `${letter}${at}${color}`).join('\n');

describe('a line of fragments', () => {
  const HORSES = 'HB8B\nKE8B\nPB5W\nKE1W';

  test("has the log in the protocol's terms, and with free the hidden parts", async () => {
    const [answer] = await judgeLines<FragmentsResponse>([
      line(HORSES, ['m E1 E2', 's B8 A6 C6', 'm B5 C6', 'q A6', 'm A6 A5'], true),
    ]);
    expect(answer!.legal).toEqual([true, true, true, true, false]);
    expect(answer!.steps.map(({ log }) => log)).toEqual([
      ['E1 moved to E2'],
      ['B8 split to A6 and C6'],
      ['B5 moved to C6', 'C6 measured, was not there'],
      [],
      [],
    ]);
    expect(answer!.steps[1]!.pieces).toContainEqual({
      square: 'a6',
      role: 'knight',
      color: 'black',
      probability: 0.5,
      wire: 0x7fff,
      piece: 0,
      real: true,
    });
    expect(answer!.refusals[4]).toMatchObject({ message: 'that chessman_ cant do that move' });
  });

  test('of a game keeps the secret, cannot measure at will, and ends with the king', async () => {
    const [secret, ended] = await judgeLines<FragmentsResponse>([
      { ruleset: 'quantum-fragments', moves: ['s B1 A3 C3', 'q A3', 'b8^a6c6'], seed: 4, trace: true },
      line('TE2W\nKA1W\nKE8B', ['m E2 E8', 'm A1 A2'], false),
    ]);
    expect(secret!.legal).toEqual([true, false, true]);
    for (const piece of secret!.pieces) {
      expect(Object.keys(piece)).toEqual(['square', 'role', 'color', 'probability', 'wire']);
    }
    expect(secret).toMatchObject({
      moves: expect.arrayContaining(['a3b5']),
      splits: expect.arrayContaining(['a3^c4b5']),
      merges: expect.arrayContaining(['a3c3^b5']),
    });
    expect(ended!.steps[0]).toMatchObject({
      captured: [{ square: 'e8', role: 'king', color: 'black' }],
      log: ['E2 moved to E8', 'E8 was captured', 'End of the game, white wins'],
    });
    expect(ended!.refusals[1]).toEqual({ code: 'game/over', message: 'game over' });
    expect(ended!.outcome).toEqual({ kind: 'win', winner: 'white', by: 'king-captured' });
  });

  test('has coins that depend on the seed alone', async () => {
    const ask = (seed: number) => ({
      ruleset: 'quantum-fragments',
      moves: ['b1^a3c3', 'g8^f6h6', 'a3^b5c4'],
      free: true,
      seed,
    });
    const answers = (await judgeLines<FragmentsResponse>([1, 1, 2, 3, 4, 5].map(ask))).map((answer) =>
      JSON.stringify(answer),
    );
    expect(answers[1]).toBe(answers[0]);
    expect(new Set(answers).size).toBeGreaterThan(1);
  });
});
