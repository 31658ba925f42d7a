import type { Json, Referee, Refusal } from '@chessmith/rules';
import {
  type CheckQueue,
  type CheckReport,
  checkQueue,
  FORMATS,
  formatOfScript,
  notTriedIn,
  openSandbox,
  ownedBy,
  type Sandbox,
  type ScriptCard,
  scriptReferee,
} from '@chessmith/scripting';
import { type ExaminedRuleset, type RulesetExaminer, readCard, type StoredRuleset } from '@chessmith/service';
import { err, ok, type Result } from '@chessmith/std';
import { jsonReferee, openJsonRulesets } from './rulesets/json-rulesets.js';

/** The format by file extension; empty if unknown. */
export const formatOfFile = (file: string): string =>
  /\.json$/i.test(file) ? 'json' : (formatOfScript(file)?.format ?? '');

/** Checks uploaded rulesets: runs scripts in the sandbox and compiles JSON rulesets. */
export type ServerExaminer = RulesetExaminer & {
  /** The referee of a ruleset that passed its check. Compiling a large one blocks the event loop. */
  refereeOf(ruleset: StoredRuleset): Referee;
  /** The same, compiled in a worker when it is its turn. */
  loadReferee(ruleset: StoredRuleset): Promise<Referee>;
  /** Starts the sandbox, so that the first script does not wait for it. */
  warmUp(): void;
  /** Refuses the rulesets that wait to be compiled, so that a shutdown does not wait for them. */
  stopCompiling(): Promise<void>;
  close(): Promise<void>;
};

type ExaminerOptions = {
  readonly log: (line: string) => void;
  /** The last upload address of an author: authors of one address share interpreters like one author. */
  readonly addressOf?: (author: string) => string | undefined;
  /** Most characters of all results of a script in one game. */
  readonly gameLength?: number;
  /** An upload whose check has not begun by then is refused. */
  readonly longestWaitMs?: number;
  /** The script of the worker that compiles JSON rulesets. */
  readonly rulesetWorker?: URL | undefined;
};

const LONGEST_WAIT_MS = 60_000;

/** Starts nothing before the first script or `warmUp`. */
export function openExaminer({
  log,
  addressOf = () => undefined,
  gameLength,
  longestWaitMs = LONGEST_WAIT_MS,
  rulesetWorker,
}: ExaminerOptions): ServerExaminer {
  const jsonRulesets = openJsonRulesets({ script: rulesetWorker, longestWaitMs });
  let opened: { readonly sandbox: Sandbox; readonly checks: CheckQueue } | undefined;
  function open(): { readonly sandbox: Sandbox; readonly checks: CheckQueue } {
    if (opened === undefined) {
      const sandbox = openSandbox({ log });
      opened = { sandbox, checks: checkQueue(sandbox, { longestWaitMs }) };
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

  function refereeOf(ruleset: StoredRuleset): Referee {
    const { id, author, name: title, format, source, card } = ruleset;
    if (format === 'json') return jsonReferee(ruleset);
    const made = readCard(card).made as unknown as ScriptCard;
    const sandbox = ownedBy(lazySandbox, () => ({ author, address: addressOf(author) }));
    const script = { name: id, title, language: FORMATS.get(format)!, source, card: made };
    return scriptReferee(sandbox, script, { gameLength }) as Referee;
  }

  return {
    formats: [...FORMATS.keys(), 'json'],
    async examine(format, source, author, onProgress) {
      const address = addressOf(author);
      if (format === 'json') {
        return jsonRulesets.examine(source, { author, address }, (theories) =>
          open().checks.evaluateTheories(theories, author, onProgress, address),
        );
      }
      const report = await open().checks.check({ language: FORMATS.get(format)!, source, author }, onProgress, address);
      return examined(report);
    },
    refereeOf,
    loadReferee: async (ruleset) =>
      ruleset.format === 'json'
        ? jsonRulesets.load(ruleset, { author: ruleset.author, address: addressOf(ruleset.author) })
        : refereeOf(ruleset),
    warmUp: () => void open(),
    stopCompiling: jsonRulesets.close,
    async close() {
      await Promise.all([jsonRulesets.close(), opened?.sandbox.close()]);
    },
  };
}

function examined(report: CheckReport): Result<ExaminedRuleset, Refusal> {
  if (!report.ok) {
    const { error, printed } = report;
    const { code, message, facts, ...where } = error;
    return err({ code, message, facts: { ...facts, ...where, printed } as unknown as NonNullable<Refusal['facts']> });
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
