import { seededRandom } from '@chessmith/std';
import { answerTo } from '../judge/answer-to.js';
import { strangeQuestion } from './strange-questions.js';

type Piece = {
  readonly square: string;
  readonly probability: number;
  readonly piece?: number;
  readonly real?: boolean;
};
type Answer = {
  readonly error?: { readonly code: string; readonly message: string };
  readonly legal: readonly boolean[];
  readonly refusals: readonly (object | null)[];
  readonly pieces: readonly Piece[];
  readonly boards?: readonly { readonly squares: readonly string[]; readonly p: number }[];
  readonly states?: number;
  readonly steps?: readonly { readonly pieces: readonly Piece[] }[];
};

export type Judged = { lines: number; errors: number; played: number; refused: number; split: number };

/** Puts strange questions to the judge; throws where an answer is missing, or tells of something that cannot be. */
export async function judgeStrangers(seed: number, lines: number): Promise<Judged> {
  const random = seededRandom(seed);
  const answer = answerTo(1 << 20);
  const judged: Judged = { lines, errors: 0, played: 0, refused: 0, split: 0 };
  for (let i = 0; i < lines; i++) {
    const line = strangeQuestion(random);
    try {
      const text = JSON.stringify(await answer(line));
      if (text.includes('\n')) throw new Error('an answer of several lines');
      const told = JSON.parse(text) as Answer;
      if (told.error !== undefined) {
        if (typeof told.error.code !== 'string' || told.error.message === '') throw new Error('no reason is given');
        judged.errors += 1;
        continue;
      }
      check(told);
      judged.played += told.legal.filter((legal) => legal).length;
      judged.refused += told.legal.filter((legal) => !legal).length;
      judged.split += told.pieces.some(({ probability }) => probability < 1) ? 1 : 0;
    } catch (error) {
      throw new Error(`stumbled over ${line}`, { cause: error });
    }
  }
  return judged;
}

function check({ legal, refusals, pieces, boards, states, steps = [] }: Answer): void {
  if (legal.length !== refusals.length) throw new Error('not every move is answered');
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
