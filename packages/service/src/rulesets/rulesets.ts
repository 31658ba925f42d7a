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

/** Rules as somebody hands them in. */
export type RulesetInput = {
  readonly form: string;
  readonly source: string;
  /** By default what the rules call themselves, or the name of their file. */
  readonly name?: string;
  readonly file?: string;
  /** Private by default; rules that are there already stay as they are shown unless this says otherwise. */
  readonly visibility?: Visibility;
};

/** What lists show of a ruleset. */
export type RulesetSummary = Omit<RulesetHead, 'card' | 'description'> & { readonly about: RulesetCard };

export type Rulesets = {
  /** Examines and keeps rules, and tells meanwhile how far that has come; the same content again is the same ruleset. */
  uploadRuleset(
    author: PersonId,
    input: RulesetInput,
    onProgress?: OnExaminationProgress,
  ): ServiceResult<{ readonly ruleset: RulesetSummary; readonly report: Json }>;
  /** A copy of somebody's open rules as one's own, to change it. */
  forkRuleset(author: PersonId, of: RulesetId, name?: string): ServiceResult<RulesetSummary>;
  listRulesets(
    search: Omit<RulesetSearch, 'all'>,
    page: { readonly limit: number; readonly after?: string },
    viewer: PersonId | null,
  ): Promise<{ readonly rulesets: readonly RulesetSummary[]; readonly next?: string }>;
  /** How it is shown, to whoever knows its id: those who join a game by private rules have to see its board. */
  ruleset(id: RulesetId): ServiceResult<RulesetSummary>;
  rulesetSource(
    id: RulesetId,
    viewer: PersonId | null,
  ): ServiceResult<{ readonly form: string; readonly source: string }>;
  setRulesetVisibility(author: PersonId, id: RulesetId, visibility: Visibility): ServiceResult<RulesetSummary>;
  /** Whether somebody may start games by these rules; whoever has joined one plays on in any case. */
  mayUse(person: PersonId | null, id: RulesetId): Promise<boolean>;
};

const MAX_RULESETS = 200;
const NAME = /^(?!.*\p{C})\S(?:.{0,58}\S)?$/u;

/** Rules that people write: examined once, kept for ever by their content. */
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
    const message = `An author may keep ${MAX_RULESETS} rulesets.`;
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
      refusal('rulesets/source-not-public', 'Only its author sees the source of a ruleset that is not public.'),
    );
  }

  return {
    async uploadRuleset(author, { form, source, name, file = '', visibility }, onProgress) {
      if (!examiner.forms.includes(form)) {
        return err(
          refusal('rulesets/unsupported-format', 'Rules cannot be written like this here.', { forms: examiner.forms }),
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
      // It may have been there before, shown to others than is wished for now.
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
      if (ruleset.value.author !== author) return err(refusal('rulesets/not-yours', 'Only its author may do that.'));
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

/** Whether this names rules that somebody wrote, not built-in ones. */
export const isUploaded = (id: RulesetId): boolean => id.startsWith('sha256:');

/** What the check of a stored ruleset found out: how it is shown, and what its referee needs. */
export const readCard = (card: Json): { readonly about: RulesetCard; readonly made: Json } =>
  card as unknown as { readonly about: RulesetCard; readonly made: Json };

const RULESET_NOT_FOUND = refusal('rulesets/not-found', 'There is no such ruleset.');
const BAD_NAME = refusal('rulesets/bad-name', 'A name has 1 to 60 visible characters.');

const NO_NAME = refusal('rulesets/no-name', 'The rules do not say what they are called: give them a name.');

/** What a file is called, without its folder and its ending. */
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
