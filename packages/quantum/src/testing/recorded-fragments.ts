import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** The contents of a square: colour and letter, probability, and the probability in 16 bits. */
export type Cell = readonly [piece: string, probability: number, wire: number];

export type RecordedPly = {
  readonly by: 'white' | 'black';
  readonly op: 'move' | 'split' | 'merge';
  readonly args: readonly string[];
  readonly error: string | null;
  readonly capture: boolean;
  readonly log: readonly string[];
  readonly nextWhite: boolean;
  /** Squares that changed; null if one became empty. */
  readonly boardDelta: { readonly [square: string]: Cell | null };
  readonly quantum: readonly { readonly fragments: readonly string[]; readonly entangled: readonly string[] }[];
};

export type RecordedGame = {
  readonly seed: number;
  readonly boardFile: string;
  readonly initial: { readonly [square: string]: Cell };
  readonly plies: readonly RecordedPly[];
};

export type CasePiece = { readonly piece: string; readonly at: string; readonly color: 'white' | 'black' };
export type CaseStep = {
  readonly op: string;
  readonly piece: string;
  readonly args?: readonly string[];
  readonly expect?: string;
  readonly at?: string;
  readonly color?: 'white' | 'black';
  readonly index?: number;
  readonly prob?: number;
  readonly count?: number;
  readonly value?: boolean;
  readonly expectOrdered?: readonly string[];
};
export type RecordedCase = {
  readonly suite: string;
  readonly test: string;
  readonly line: number;
  readonly pieces: readonly CasePiece[];
  readonly steps: readonly CaseStep[];
  readonly names: { readonly [name: string]: string };
};

/** Games recorded from the original engine, with every coin selecting the first target. */
export const recordedGames = (): readonly RecordedGame[] =>
  gunzipSync(testdata('quantum-fragments-games.jsonl.gz'))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedGame);

/** The original's own unit tests; their coin selects the first target. */
export const recordedCases = (): readonly RecordedCase[] =>
  JSON.parse(testdata('quantum-fragments-cases.json').toString()) as readonly RecordedCase[];

/** A recorded operation in the protocol's notation: `m E2 E4`. */
export const writeOperation = ({ op, args = [] }: Pick<CaseStep, 'op' | 'args'>): string =>
  [LETTER[op], ...args].join(' ');

const LETTER: { readonly [op: string]: string } = { move: 'm', split: 's', merge: 'h', measure: 'q' };

/** The start of a recorded game as a board file. */
export const boardFileOf = ({ initial }: RecordedGame): string =>
  Object.entries(initial)
    .map(([square, [piece]]) => `${piece[1]}${square}${piece[0]}`)
    .join('\n');

/** The board after a ply, computed from the board before it. */
export function boardAfter(before: ReadonlyMap<string, Cell>, { boardDelta }: RecordedPly): ReadonlyMap<string, Cell> {
  const after = new Map(before);
  for (const [square, cell] of Object.entries(boardDelta)) {
    if (cell === null) after.delete(square);
    else after.set(square, cell);
  }
  return after;
}

const testdata = (name: string): Buffer => readFileSync(new URL(`../../../../testdata/${name}`, import.meta.url));
