import { type Refusal, refusal } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { START_ARGUMENTS } from '../contract/arguments.js';
import { LIMITS } from '../contract/limits.js';
import { readStart } from '../contract/read-answer.js';
import { CHESS_KINDS } from '../contract/read-card.js';
import type { ScriptCard } from '../contract/state.js';
import { FUNCTIONS, type Language } from '../language.js';
import { NO_PROGRESS, type OnProgress } from '../progress.js';
import type { JobOwner, JobResult, Program, Sandbox } from '../sandbox/port.js';
import { hintFor } from './hints.js';
import { missingFunctionMessage } from './missing-functions.js';
import type { CheckError, CheckReport } from './report.js';
import { DEFAULT_SELF_PLAY_LIMITS, playAgainstItself, type SelfPlayLimits } from './self-play.js';
import { scriptTrial } from './trial.js';

export type Upload = {
  readonly language: Language;
  /** The upload as it arrived. */
  readonly source: Uint8Array | string;
  /** Authors take turns when many upload at once. */
  readonly author: string;
};

/**
 * Checks a script as far as possible before anybody plays it: size, encoding, syntax, both functions, a valid start,
 * and random games in which every state is valid, repeatable and within the budget. The same source is always checked
 * with the same games.
 */
export async function checkScript(
  sandbox: Sandbox,
  { language, source, author }: Upload,
  limits: SelfPlayLimits = DEFAULT_SELF_PLAY_LIMITS,
  onProgress: OnProgress = NO_PROGRESS,
): Promise<CheckReport> {
  const owner: JobOwner = { lane: author, kind: 'check' };
  const text = readSource(source);
  if (!text.ok) return { language, printed: '', ok: false, error: text.error };
  onProgress({ step: 'reading', done: 0, of: 1 });
  const prepared = await sandbox.prepare(language, text.value, owner);
  const read = ready(prepared, language, text.value);
  if (!read.ok) return { language, printed: prepared.printed, ok: false, error: read.error };
  const program = read.value;

  onProgress({ step: 'start', done: 0, of: 1 });
  const trial = scriptTrial(sandbox, program, owner, prepared.printed);
  let answer = '';
  const start = await trial.twice({ name: FUNCTIONS[language].start, args: START_ARGUMENTS, seed: 0 }, (json) => {
    answer = json;
    return readStart(json);
  });
  if (!start.ok) return { language, printed: trial.printed(), ok: false, error: { ...start.error, during: 'start' } };
  const { card, state } = start.value;
  const played = await playAgainstItself(trial, { program, card, start: state }, limits, onProgress);
  if (!played.ok) return { language, printed: trial.printed(), ok: false, error: played.error };
  const hint = hintFor(language, text.value, card, answer);
  const passed = {
    card,
    selfPlay: played.value,
    rolesInPlay: rolesInPlay(card, played.value.seen),
    ...(hint === undefined ? {} : { hint }),
  };
  return { language, printed: trial.printed(), ok: true, ...passed };
}

/** The script's own kinds of piece, and those chess pieces that appeared on a board. */
const rolesInPlay = ({ kinds }: ScriptCard, seen: readonly string[]): readonly string[] =>
  kinds.filter((kind) => seen.includes(kind.role) || !CHESS_KINDS.includes(kind)).map(({ role }) => role);

/** The text of an upload, if it is small enough and UTF-8, the encoding that all our languages share. */
export function readSource(source: Uint8Array | string): Result<string, CheckError> {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source;
  if (bytes.length > LIMITS.sourceBytes) {
    return unreadable(
      'script/source-too-large',
      `The source has ${bytes.length} bytes; ${LIMITS.sourceBytes} are allowed.`,
      { bytes: bytes.length, limit: LIMITS.sourceBytes },
    );
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return unreadable('script/not-utf8', 'The source is not valid UTF-8; save it in that encoding.');
  }
  if (text.includes('\0')) return unreadable('script/not-text', 'The source contains a zero byte, so it is not text.');
  return ok(text);
}

const unreadable = (code: string, message: string, facts?: Refusal['facts']): Result<never, CheckError> =>
  err({ ...refusal(code, message, facts), during: 'reading' });

function ready(prepared: JobResult<Program>, language: Language, source: string): Result<Program, CheckError> {
  if (!prepared.ok) return err({ ...prepared.error, during: 'reading' });
  const program = prepared.value;
  const missing = (['start', 'move'] as const).filter(
    (which) => !program.functions.includes(FUNCTIONS[language][which]),
  );
  if (missing.length === 0) return ok(program);
  return unreadable('script/no-function', missingFunctionMessage(language, missing, source), {
    functions: missing.map((which) => FUNCTIONS[language][which]),
  });
}
