import { err, ok, type Result } from '@chessmith/std';
import { START_ARGUMENTS } from '../contract/arguments.js';
import { LIMITS } from '../contract/limits.js';
import { readStart } from '../contract/read-answer.js';
import { CHESS_KINDS } from '../contract/read-card.js';
import type { ScriptCard } from '../contract/state.js';
import { FUNCTIONS, type Language } from '../language.js';
import type { JobOwner, Program, Sandbox, Worked } from '../sandbox/port.js';
import { hintOn } from './hints.js';
import { missingFunctionProblem } from './missing-functions.js';
import { NO_PROGRESS, type OnProgress } from './progress.js';
import type { CheckReport, Problem } from './report.js';
import { playAgainstItself, type SelfPlayLimits, USUAL_LIMITS } from './self-play.js';
import { openTrial } from './trial.js';

export type Upload = {
  readonly language: Language;
  /** As it was uploaded. */
  readonly source: Uint8Array | string;
  /** Whose turn it is when many upload at once. */
  readonly author: string;
};

/**
 * Checks a script as far as that is possible before anybody plays: size, encoding, syntax, both functions, a valid start,
 * and random games whose every state is valid, the same twice, and within the budget. The same source is always checked
 * with the same games.
 */
export async function checkScript(
  sandbox: Sandbox,
  { language, source, author }: Upload,
  limits: SelfPlayLimits = USUAL_LIMITS,
  tell: OnProgress = NO_PROGRESS,
): Promise<CheckReport> {
  const errand: JobOwner = { lane: author, kind: 'check' };
  const text = readSource(source);
  if (!text.ok) return { language, printed: '', ok: false, problem: text.error };
  tell({ step: 'reading', done: 0, of: 1 });
  const prepared = await sandbox.prepare(language, text.value, errand);
  const read = ready(prepared, language, text.value);
  if (!read.ok) return { language, printed: prepared.printed, ok: false, problem: read.error };
  const program = read.value;

  tell({ step: 'start', done: 0, of: 1 });
  const trial = openTrial(sandbox, program, errand, prepared.printed);
  let answer = '';
  const start = await trial.twice({ name: FUNCTIONS[language].start, args: START_ARGUMENTS, seed: 0 }, (told) => {
    answer = told;
    return readStart(told);
  });
  if (!start.ok) return { language, printed: trial.printed(), ok: false, problem: { ...start.error, during: 'start' } };
  const { card, state } = start.value;
  const played = await playAgainstItself(trial, { program, card, start: state }, limits, tell);
  if (!played.ok) return { language, printed: trial.printed(), ok: false, problem: played.error };
  const hint = hintOn(language, text.value, card, answer);
  const praise = {
    card,
    selfPlay: played.value,
    rolesInPlay: rolesInPlay(card, played.value.seen),
    ...(hint === undefined ? {} : { hint }),
  };
  return { language, printed: trial.printed(), ok: true, ...praise };
}

/** The script's own kinds, and of the chess pieces those that it put on a board. */
const rolesInPlay = ({ kinds }: ScriptCard, seen: readonly string[]): readonly string[] =>
  kinds.filter((kind) => seen.includes(kind.role) || !CHESS_KINDS.includes(kind)).map(({ role }) => role);

/** The text of an upload: of a fit size, and in the one encoding that all languages here share. */
export function readSource(source: Uint8Array | string): Result<string, Problem> {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source;
  if (bytes.length > LIMITS.sourceBytes) {
    return problem(
      'script/source-too-large',
      `The source has ${bytes.length} bytes; ${LIMITS.sourceBytes} are allowed.`,
    );
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return problem('script/not-utf8', 'The source is not text in UTF-8; save it in that encoding.');
  }
  if (text.includes('\0')) return problem('script/not-text', 'The source holds a zero byte: this is no text.');
  return ok(text);
}

const problem = (code: string, message: string): Result<never, Problem> => err({ code, message, during: 'reading' });

function ready(prepared: Worked<Program>, language: Language, source: string): Result<Program, Problem> {
  if (!prepared.ok) return err({ ...prepared.trouble, during: 'reading' });
  const program = prepared.value;
  const missing = (['start', 'move'] as const).filter(
    (which) => !program.functions.includes(FUNCTIONS[language][which]),
  );
  if (missing.length === 0) return ok(program);
  return problem('script/no-function', missingFunctionProblem(language, missing, source));
}
