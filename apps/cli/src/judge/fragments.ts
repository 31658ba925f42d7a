import { encodeProbability, type FragmentsPosition, fragmentsReferee, logLines } from '@chessmith/quantum';
import { listMoves, type View } from '@chessmith/rules';
import { askReferee, judgedPieces, type Telling } from './ask-referee.js';
import type { Judge, JudgedPiece } from './judge.js';

/** The judge of seed 001's quantum chess, in the words of its protocol. */
export function fragmentsJudge(): Judge {
  const referee = fragmentsReferee();
  const spelled = (position: FragmentsPosition, wanted: 'split' | 'merge') =>
    listMoves(
      referee.about,
      referee.view(position, { kind: 'watcher' }).choices.filter(({ kind }) => kind === wanted),
    );
  const telling: Telling<FragmentsPosition> = {
    answer: (position) => ({ splits: spelled(position, 'split'), merges: spelled(position, 'merge') }),
    pieces,
    log: logLines,
  };
  return {
    about: referee.about,
    judge: (question) => askReferee(referee, question.start ?? {}, question, telling),
  };
}

type FragmentsPiece = JudgedPiece & {
  /** The probability as the protocol carries it, in 16 bits. */
  readonly wire: number;
  /** Only in free analysis: fragments of one chessman share the number, and one of them is real. */
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
