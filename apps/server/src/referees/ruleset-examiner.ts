import {
  classicalReferee,
  compiledBytes,
  type Json,
  type Referee,
  type Refusal,
  type RulesetDraft,
  readDraft,
  resolveDraft,
  type TheoryTables,
} from '@chessmith/rules';
import {
  type CheckQueue,
  type CheckReport,
  checkQueue,
  FORMS,
  formOfScript,
  type InTurn,
  makeRuleset,
  notTriedIn,
  openSandbox,
  ownedBy,
  type Sandbox,
  type ScriptCard,
  scriptReferee,
} from '@chessmith/scripting';
import {
  type ExaminedRuleset,
  type RulesetError,
  type RulesetExaminer,
  readCard,
  type StoredRuleset,
} from '@chessmith/service';
import { err, json, ok, type Result } from '@chessmith/std';
import { type CompileTurns, openCompileTurns } from './compile-turns.js';

/** The format by file extension; empty if unknown. */
export const formOfFile = (file: string): string => (/\.json$/i.test(file) ? 'json' : (formOfScript(file)?.form ?? ''));

/** Checks uploaded rulesets: runs scripts in the sandbox and compiles JSON rulesets. */
export type ServerExaminer = RulesetExaminer & {
  /** The referee of a ruleset that passed its check. */
  refereeOf(ruleset: StoredRuleset): Referee;
  /** The same, compiled when it is its turn in the queue. */
  loadReferee(ruleset: StoredRuleset): Promise<Referee>;
  /** Starts the sandbox, so that the first script does not wait for it. */
  warmUp(): void;
  close(): Promise<void>;
};

type ExaminerOptions = {
  readonly log: (line: string) => void;
  /** The last upload address of an author: authors of one address share interpreters like one author. */
  readonly addressOf?: (author: string) => string | undefined;
  /** Most characters of all results of a script in one game. */
  readonly gameLength?: number;
  readonly turns?: CompileTurns;
};

/** Starts nothing before the first script or `warmUp`. */
export function openExaminer({
  log,
  addressOf = () => undefined,
  gameLength,
  turns = openCompileTurns(),
}: ExaminerOptions): ServerExaminer {
  let opened: { readonly sandbox: Sandbox; readonly checks: CheckQueue } | undefined;
  function open(): { readonly sandbox: Sandbox; readonly checks: CheckQueue } {
    if (opened === undefined) {
      const sandbox = openSandbox({ log });
      opened = { sandbox, checks: checkQueue(sandbox) };
    }
    return opened;
  }

  /** Replaying games needs no scripts, so the sandbox starts with the first call. */
  const lazySandbox: Sandbox = {
    prepare: (...args) => open().sandbox.prepare(...args),
    call: (...args) => open().sandbox.call(...args),
    locate: (...args) => open().sandbox.locate(...args),
    status: () => open().sandbox.status(),
    close: async () => opened?.sandbox.close(),
  };

  function refereeOf({ id, author, name: title, form, source, card }: StoredRuleset): Referee {
    if (form === 'json') return readJson(source, id, readCard(card).made as JsonRulesetCard);
    const made = readCard(card).made as unknown as ScriptCard;
    const sandbox = ownedBy(lazySandbox, () => ({ author, address: addressOf(author) }));
    const script = { name: id, title, language: FORMS.get(form)!, source, card: made };
    return scriptReferee(sandbox, script, { gameLength }) as Referee;
  }

  return {
    forms: [...FORMS.keys(), 'json'],
    async examine(form, source, author, onProgress) {
      const address = addressOf(author);
      if (form === 'json') {
        const ask = (draft: RulesetDraft) => open().checks.evaluateTheories(draft, author, onProgress, address);
        const inTurn: InTurn = (work) => turns.inTurn({ author, address }, work);
        // Queued uploads keep only their source in memory.
        return inTurn(() => examineJson(source, ask, inTurn));
      }
      const report = await open().checks.check({ language: FORMS.get(form)!, source, author }, onProgress, address);
      return examined(report);
    },
    refereeOf,
    loadReferee: ({ author, ...ruleset }) =>
      turns.inTurn({ author, address: addressOf(author) }, () => refereeOf({ author, ...ruleset })),
    warmUp: () => void open(),
    close: lazySandbox.close,
  };
}

function examined(report: CheckReport): Result<ExaminedRuleset, RulesetError> {
  if (!report.ok) {
    const { error, printed } = report;
    const { code, message, facts, ...where } = error;
    return err({ code, message, facts: { ...facts, ...where, printed } as unknown as RulesetError['facts'] });
  }
  const { card, selfPlay, rolesInPlay, printed, hint } = report;
  const notTried = notTriedIn(selfPlay);
  const { name = '', description = '', files, ranks, kinds } = card;
  return ok({
    about: { name, title: name, summary: description, files, ranks, roles: kinds, rolesInPlay },
    card: card as unknown as Json,
    report: {
      ...{ selfPlay, printed },
      ...(notTried === undefined ? {} : { notTried }),
      ...(hint === undefined ? {} : { hint }),
    } as unknown as Json,
  });
}

/** The stored check result of a JSON ruleset: the tables of its theories, so that they are evaluated only once. */
type JsonRulesetCard = { readonly theories: TheoryTables } | null;

async function examineJson(
  source: string,
  ask: Parameters<typeof makeRuleset>[1],
  inTurn: InTurn,
): Promise<Result<ExaminedRuleset, RulesetError>> {
  let value: unknown;
  try {
    value = parseJson(source);
  } catch (error) {
    return err({
      code: 'ruleset/not-json',
      message: `The ruleset is not valid JSON: ${(error as Error).message}`,
      facts: { ...json.syntaxErrorPosition(source), detail: (error as Error).message },
    });
  }
  const made = await makeRuleset(value, ask, inTurn);
  if (!made.ok) return err(rulesetErrorOf(made.error, source));
  const { ruleset, answered } = made.value;
  const { about } = classicalReferee(ruleset);
  if (answered === null) return ok({ about, card: null, report: {} });
  const { tables: theories, printed } = answered;
  const card: JsonRulesetCard = { theories };
  return ok({ about, card: card as unknown as Json, report: { theories: Object.keys(theories), printed } });
}

/** Removes the byte order mark that some editors write. */
const parseJson = (source: string): unknown => JSON.parse(source.replace(/^\uFEFF/, ''));

/** The first error with its place, and the list of all. */
function rulesetErrorOf(refusals: readonly Refusal[], source: string): RulesetError {
  const { code, message, facts } = refusals[0]!;
  const place = typeof facts?.path === 'string' ? json.valuePosition(source, facts.path) : {};
  return { code, message, facts: { ...facts, ...place, problems: refusals as unknown as Json } };
}

/** Restores a JSON ruleset that passed its check. */
function readJson(source: string, name: string, made: JsonRulesetCard): Referee {
  const draft = readDraft(parseJson(source));
  const ruleset = draft.ok ? resolveDraft({ ...draft.value, name }, made?.theories ?? {}) : draft;
  if (!ruleset.ok) throw new Error(`the stored ruleset ${name} no longer passes its check`);
  return { ...(classicalReferee(ruleset.value) as Referee), bytes: compiledBytes(ruleset.value) };
}
