import type { Chance, Color, Happening, Outcome, Refusal } from '@chessmith/rules';
import { ok, type Result } from '@chessmith/std';
import { formatBoardFile } from './board-file.js';
import { choicesOf } from './choices.js';
import { logLines } from './log-lines.js';
import type { FragmentsPosition } from './position.js';
import { fragmentsReferee } from './referee.js';
import { formatSquare } from './square.js';
import { viewOf } from './view.js';
import { encodeProbability } from './wire.js';
import { realFragmentOf } from './world.js';

export type FragmentsQuestion = {
  /** The text of a board file; the usual start without it. */
  readonly start?: string;
  readonly moves: readonly string[];
  /** Either side may move, `q SQUARE` measures, the end is ignored, and the answer tells what is hidden. */
  readonly free?: boolean;
  /** `FIRST_TARGET` makes every coin choose the first target. */
  readonly chance: Chance;
};

export type FragmentsAnswer = FragmentsState & {
  readonly legal: readonly boolean[];
  readonly refusals: readonly (Refusal | null)[];
  /** The board as a board file writes it. */
  readonly fen: string;
  /** What the side to move may do, as this house writes it. */
  readonly moves: readonly string[];
  readonly splits: readonly string[];
  readonly merges: readonly string[];
  readonly check: readonly string[];
  readonly outcome: Outcome | null;
  readonly steps: readonly FragmentsStep[];
};

export type FragmentsState = { readonly turn: Color; readonly pieces: readonly JudgedPiece[] };

/** One move of the question; a refused one changes nothing. */
export type FragmentsStep = FragmentsState & {
  readonly legal: boolean;
  readonly refusal: Refusal | null;
  readonly captured: readonly { readonly square: string; readonly role: string; readonly color: Color }[];
  /** The protocol's log of the move, newest line first. */
  readonly log: readonly string[];
};

export type JudgedPiece = {
  readonly square: string;
  readonly role: string;
  readonly color: Color;
  readonly probability: number;
  /** The probability as the protocol carries it, in 16 bits. */
  readonly wire: number;
  /** Only in free analysis: fragments of one chessman share the number, and one of them is real. */
  readonly piece?: number;
  readonly real?: boolean;
};

/** Judges one move after another and tells what came of each; a start that cannot be read is the only refusal of all. */
export function judgeFragments(question: FragmentsQuestion): Result<FragmentsAnswer, Refusal> {
  const referee = fragmentsReferee();
  const { chance, free = false, start } = question;
  const started = referee.start({ free, ...(start === undefined ? {} : { position: start }) }, chance);
  if (!started.ok) return started;
  let { position } = started.value;
  const steps = question.moves.map((move): FragmentsStep => {
    const ruled = referee.judge(position, move, chance);
    if (ruled.ok) position = ruled.value.after;
    const happened = ruled.ok ? ruled.value.happened : [];
    return {
      legal: ruled.ok,
      refusal: ruled.ok ? null : ruled.error,
      ...stateOf(position),
      captured: capturedIn(happened),
      log: logLines(happened),
    };
  });
  const { check, outcome } = viewOf(position, { kind: 'watcher' });
  return ok({
    legal: steps.map(({ legal }) => legal),
    refusals: steps.map(({ refusal }) => refusal),
    ...stateOf(position),
    fen: formatBoardFile(position.board),
    ...writtenChoices(position),
    check,
    outcome,
    steps,
  });
}

/** Every coin shows its first face; where the secret itself must be drawn, the first of the possible ones. */
export const FIRST_TARGET: Chance = { int: () => 0, real: () => 0 };

function stateOf({ board, turn, free, world }: FragmentsPosition): FragmentsState {
  const pieces = board.men
    .flatMap((man) => man.fragments.map((fragment) => ({ man, fragment })))
    .sort((a, b) => a.fragment.square - b.fragment.square)
    .map(({ man, fragment }) => ({
      square: formatSquare(fragment.square),
      role: man.role,
      color: man.color,
      probability: fragment.probability,
      wire: encodeProbability(fragment.probability),
      ...(free && world !== null ? { piece: man.id, real: realFragmentOf(world, man) === fragment.id } : {}),
    }));
  return { turn, pieces };
}

function capturedIn(happened: readonly Happening[]): FragmentsStep['captured'] {
  return happened.flatMap((one) =>
    one.kind === 'captured' ? [{ square: one.on, role: one.role, color: one.color }] : [],
  );
}

function writtenChoices(position: FragmentsPosition): Pick<FragmentsAnswer, 'moves' | 'splits' | 'merges'> {
  const moves: string[] = [];
  const splits: string[] = [];
  const merges = new Set<string>();
  for (const choice of choicesOf(position)) {
    if (choice.kind === 'move') moves.push(...choice.to.map((to) => `${choice.from}${to}`));
    if (choice.kind === 'merge') for (const to of choice.to) merges.add(`${choice.group}^${to}`);
    if (choice.kind === 'split') {
      const apart = (one: string, other: string) =>
        choice.notBoth?.some((pair) => pair.includes(one) && pair.includes(other)) === true;
      for (const [index, one] of choice.to.entries()) {
        for (const other of choice.to.slice(index + 1)) {
          if (!apart(one, other)) splits.push(`${choice.from}^${one}${other}`);
        }
      }
    }
  }
  return { moves, splits, merges: [...merges] };
}
