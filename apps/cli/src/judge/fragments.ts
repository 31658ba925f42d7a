import { encodeProbability, type FragmentsPosition, fragmentsReferee, logLines } from '@chessmith/quantum';
import { listMoves, type View } from '@chessmith/rules';
import type { Judge, JudgedPiece } from './judge.js';
import { judgedPieces, judgeWithReferee, type ResponseExtensions } from './judge-with-referee.js';

/** The judge of quantum chess with fragments, in the terms of the Quantum Chess TCP protocol. */
export function fragmentsJudge(): Judge {
  const referee = fragmentsReferee();
  const spelled = (position: FragmentsPosition, wanted: 'split' | 'merge') =>
    listMoves(
      referee.about,
      referee.view(position, { kind: 'watcher' }).choices.filter(({ kind }) => kind === wanted),
    );
  const extensions: ResponseExtensions<FragmentsPosition> = {
    answer: (position) => ({ splits: spelled(position, 'split'), merges: spelled(position, 'merge') }),
    pieces,
    log: logLines,
  };
  return {
    about: referee.about,
    judge: (request) => judgeWithReferee(referee, request.start ?? {}, request, extensions),
  };
}

type FragmentsPiece = JudgedPiece & {
  /** The probability in 16 bits, as the protocol encodes it. */
  readonly wire: number;
  /** Only in free analysis: fragments of one piece share the number, and one of them is real. */
  readonly piece?: number;
  readonly real?: boolean;
};

type Secret = readonly { readonly square: string; readonly piece: number; readonly real: boolean }[];

function pieces(view: View): readonly FragmentsPiece[] {
  const secret = new Map(((view.extra?.secret ?? []) as Secret).map(({ square, ...hidden }) => [square, hidden]));
  return judgedPieces(view).map((one) => ({
    ...one,
    wire: encodeProbability(one.probability),
    ...secret.get(one.square),
  }));
}
