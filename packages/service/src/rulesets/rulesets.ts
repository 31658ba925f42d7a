import type { RulesetId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { RulesetCard } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { refusal } from '../codes.js';
import type {
  Hash,
  Json,
  OnExaminationProgress,
  RulesetExaminer,
  RulesetHead,
  RulesetSearch,
  RulesetStore,
  StoredRuleset,
  Visibility,
} from '../ports/index.js';
import type { ServiceRefusal, ServiceResult } from '../service.js';
import type { Time } from '../time.js';

/** A ruleset as its author uploads it. */
export type RulesetInput = {
  readonly form: string;
  readonly source: string;
  /** Default: the title in the rules, or else the file name. */
  readonly name?: string;
  readonly file?: string;
  /** Default: private for a new ruleset, unchanged for an existing one. */
  readonly visibility?: Visibility;
};

/** The entry of a ruleset in lists. */
export type RulesetSummary = Omit<RulesetHead, 'card' | 'description'> & { readonly about: RulesetCard };

export type Rulesets = {
  /** Examines and stores a ruleset and reports progress. The same content gives the same ruleset. */
  uploadRuleset(
    author: PersonId,
    input: RulesetInput,
    onProgress?: OnExaminationProgress,
  ): ServiceResult<{ readonly ruleset: RulesetSummary; readonly report: Json }>;
  /** Copies a public ruleset, or one of the person's own, for editing. */
  forkRuleset(author: PersonId, of: RulesetId, name?: string): ServiceResult<RulesetSummary>;
  listRulesets(
    search: Omit<RulesetSearch, 'all'>,
    page: { readonly limit: number; readonly after?: string },
    viewer: PersonId | null,
  ): Promise<{ readonly rulesets: readonly RulesetSummary[]; readonly next?: string }>;
  /** For all who know the id: players who join a game need to see a private ruleset's board. */
  ruleset(id: RulesetId): ServiceResult<RulesetSummary>;
  rulesetSource(
    id: RulesetId,
    viewer: PersonId | null,
  ): ServiceResult<{ readonly form: string; readonly source: string }>;
  setRulesetVisibility(author: PersonId, id: RulesetId, visibility: Visibility): ServiceResult<RulesetSummary>;
  /** Whether a person may create games with this ruleset. Players who have joined one continue in any case. */
  mayUse(person: PersonId | null, id: RulesetId): Promise<boolean>;
};

const MAX_RULESETS = 200;
const NAME = /^(?!.*\p{C})\S(?:.{0,58}\S)?$/u;

/** Uploaded rulesets: examined once, identified by their content, stored for ever. */
export function rulesetLibrary(deps: {
  readonly store: RulesetStore;
  readonly examiner: RulesetExaminer;
  readonly hash: Hash;
  readonly time: Time;
}): Rulesets {
  const { store, examiner, hash, time } = deps;

  const idOf = (author: PersonId, form: string, source: string): RulesetId =>
    `sha256:${hash(JSON.stringify([author, form, source]))}` as RulesetId;

  async function keep(ruleset: Omit<StoredRuleset, 'version' | 'createdAt'>): ServiceResult<StoredRuleset> {
    const kept = await store.add({ ...ruleset, createdAt: time.now() }, MAX_RULESETS);
    if (kept !== 'too-many') return ok(kept);
    const message = `You have reached the limit of ${MAX_RULESETS} rulesets.`;
    return err(refusal('rulesets/too-many', message, { limit: MAX_RULESETS }));
  }

  async function findUsable(id: RulesetId, viewer: PersonId | null): ServiceResult<StoredRuleset> {
    const ruleset = await store.ruleset(id);
    return ruleset !== undefined && isUsableBy(ruleset, viewer) ? ok(ruleset) : err(RULESET_NOT_FOUND);
  }

  async function readableSource(id: RulesetId, viewer: PersonId | null): ServiceResult<StoredRuleset> {
    const ruleset = await findUsable(id, viewer);
    if (!ruleset.ok || ruleset.value.visibility === 'public' || ruleset.value.author === viewer) return ruleset;
    return err(
      refusal('rulesets/source-not-public', 'This ruleset is not public; only its author can see the source.'),
    );
  }

  return {
    async uploadRuleset(author, { form, source, name, file = '', visibility }, onProgress) {
      if (!examiner.forms.includes(form)) {
        return err(
          refusal('rulesets/unsupported-format', `Unsupported format; use ${examiner.forms.join(', ')}.`, {
            forms: examiner.forms,
          }),
        );
      }
      if (name !== undefined && !NAME.test(name)) return err(BAD_NAME);
      const made = await examiner.examine(form, source, author, onProgress);
      if (!made.ok) return made;
      const { about, card, report } = made.value;
      const id = idOf(author, form, source);
      const ownName = [about.title, nameOfFile(file)].find((one) => NAME.test(one));
      const chosen = name ?? ownName ?? (await store.ruleset(id))?.name;
      if (chosen === undefined) return err(NO_NAME);
      const kept = await keep({
        ...{ id, author, name: chosen, description: about.summary, form, source, forkOf: null },
        visibility: visibility ?? 'private',
        card: { about: { ...about, name: id, title: about.title || chosen }, made: card } as unknown as Json,
      });
      if (!kept.ok) return kept;
      // A ruleset that existed keeps its visibility unless this upload sets another one.
      const shown = visibility ?? kept.value.visibility;
      if (shown !== kept.value.visibility) await store.setVisibility(id, shown);
      return ok({ ruleset: summaryOf({ ...kept.value, visibility: shown }), report });
    },
    async forkRuleset(author, of, name) {
      if (name !== undefined && !NAME.test(name)) return err(BAD_NAME);
      const original = await readableSource(of, author);
      if (!original.ok) return original;
      const { form, source, card } = original.value;
      const id = idOf(author, form, source);
      const { about, made } = readCard(card);
      const kept = await keep({
        ...{ id, author, name: name ?? original.value.name, description: about.summary, form, source },
        ...{ visibility: 'private', forkOf: of },
        card: { about: { ...about, name: id }, made } as unknown as Json,
      });
      return kept.ok ? ok(summaryOf(kept.value)) : kept;
    },
    async listRulesets(search, { limit, after }, viewer) {
      const isOwn = search.author !== undefined && search.author === viewer;
      const page = { limit: limit + 1, ...(after === undefined ? {} : { after }) };
      const heads = await store.list({ ...search, all: isOwn }, page);
      const rulesets = heads.slice(0, limit).map(summaryOf);
      return heads.length > limit ? { rulesets, next: rulesets.at(-1)!.id } : { rulesets };
    },
    async ruleset(id) {
      const ruleset = await store.ruleset(id);
      return ruleset === undefined ? err(RULESET_NOT_FOUND) : ok(summaryOf(ruleset));
    },
    async rulesetSource(id, viewer) {
      const ruleset = await readableSource(id, viewer);
      return ruleset.ok ? ok({ form: ruleset.value.form, source: ruleset.value.source }) : ruleset;
    },
    async setRulesetVisibility(author, id, visibility): Promise<Result<RulesetSummary, ServiceRefusal>> {
      const ruleset = await findUsable(id, author);
      if (!ruleset.ok) return ruleset;
      if (ruleset.value.author !== author)
        return err(refusal('rulesets/not-yours', 'Only the author can change a ruleset.'));
      await store.setVisibility(id, visibility);
      return ok(summaryOf({ ...ruleset.value, visibility }));
    },
    async mayUse(person, id) {
      if (!isUploaded(id)) return true;
      const ruleset = await store.ruleset(id);
      return ruleset !== undefined && isUsableBy(ruleset, person);
    },
  };
}

/** Whether the id is of an uploaded ruleset, not of a built-in one. */
export const isUploaded = (id: RulesetId): boolean => id.startsWith('sha256:');

/** Splits a stored card into what lists show and what the referee needs. */
export const readCard = (card: Json): { readonly about: RulesetCard; readonly made: Json } =>
  card as unknown as { readonly about: RulesetCard; readonly made: Json };

const RULESET_NOT_FOUND = refusal('rulesets/not-found', 'There is no such ruleset.');
const BAD_NAME = refusal('rulesets/bad-name', 'A name has 1 to 60 visible characters.');

const NO_NAME = refusal('rulesets/no-name', 'The rules have no name. Give them one.');

/** A file name without folder and extension. */
const nameOfFile = (file: string): string =>
  file
    .replace(/^.*[\\/]/s, '')
    .replace(/\.[^.]*$/, '')
    .trim()
    .slice(0, 60)
    .trim();

const isUsableBy = ({ visibility, author }: RulesetHead, person: PersonId | null): boolean =>
  visibility !== 'private' || author === person;

function summaryOf({
  id,
  author,
  name,
  version,
  form,
  card,
  visibility,
  forkOf,
  createdAt,
}: RulesetHead): RulesetSummary {
  return { id, author, name, version, form, about: readCard(card).about, visibility, forkOf, createdAt };
}
