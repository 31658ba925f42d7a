import { seededRandom } from '@chessmith/std';
import { lineJudge } from '../judge/line-judge.js';
import { randomRequest } from './random-request.js';

type Piece = {
  readonly square: string;
  readonly probability: number;
  readonly piece?: number;
  readonly real?: boolean;
};
type Response = {
  readonly error?: { readonly code: string; readonly message: string };
  readonly legal: readonly boolean[];
  readonly refusals: readonly (object | null)[];
  readonly pieces: readonly Piece[];
  readonly boards?: readonly { readonly squares: readonly string[]; readonly p: number }[];
  readonly states?: number;
  readonly steps?: readonly { readonly pieces: readonly Piece[] }[];
};

export type JudgedCounts = { lines: number; errors: number; played: number; refused: number; split: number };

/** Sends random requests to the judge; throws if a response is missing or contradicts itself. */
export async function judgeRandomRequests(seed: number, lines: number): Promise<JudgedCounts> {
  const random = seededRandom(seed);
  const answer = lineJudge(1 << 20);
  const judged: JudgedCounts = { lines, errors: 0, played: 0, refused: 0, split: 0 };
  for (let i = 0; i < lines; i++) {
    const line = randomRequest(random);
    try {
      const text = JSON.stringify(await answer(line));
      if (text.includes('\n')) throw new Error('a response of several lines');
      const response = JSON.parse(text) as Response;
      if (response.error !== undefined) {
        if (typeof response.error.code !== 'string' || response.error.message === '')
          throw new Error('no reason is given');
        judged.errors += 1;
        continue;
      }
      check(response);
      judged.played += response.legal.filter((legal) => legal).length;
      judged.refused += response.legal.filter((legal) => !legal).length;
      judged.split += response.pieces.some(({ probability }) => probability < 1) ? 1 : 0;
    } catch (error) {
      throw new Error(`failed at ${line}`, { cause: error });
    }
  }
  return judged;
}

function check({ legal, refusals, pieces, boards, states, steps = [] }: Response): void {
  if (legal.length !== refusals.length) throw new Error('not every move has a result');
  for (const one of [pieces, ...steps.map((step) => step.pieces)]) checkPieces(one);
  if (boards === undefined || states! > 64) return;
  const total = boards.reduce((sum, { p }) => sum + p, 0);
  if (Math.abs(total - 1) > 1e-9) throw new Error(`the boards add up to ${total}`);
  for (const { square, probability } of pieces) {
    const sum = boards.filter(({ squares }) => squares.includes(square)).reduce((all, { p }) => all + p, 0);
    if (Math.abs(sum - probability) > 1e-9) throw new Error(`${square} is ${probability}, and ${sum} on the boards`);
  }
}

function checkPieces(pieces: readonly Piece[]): void {
  if (new Set(pieces.map(({ square }) => square)).size !== pieces.length) throw new Error('two on one square');
  const men = new Map<number, Piece[]>();
  for (const one of pieces) {
    if (!(one.probability > 0 && one.probability <= 1 + 1e-12)) throw new Error(`${one.square}: ${one.probability}`);
    if (one.piece !== undefined) men.set(one.piece, [...(men.get(one.piece) ?? []), one]);
  }
  for (const [man, fragments] of men) {
    const total = fragments.reduce((sum, { probability }) => sum + probability, 0);
    if (Math.abs(total - 1) > 1e-4) throw new Error(`man ${man} adds up to ${total}`);
    if (fragments.filter(({ real }) => real).length !== 1) throw new Error(`man ${man} is really in several places`);
  }
}
