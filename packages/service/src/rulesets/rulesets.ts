import type { RulesetId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { RulesetCard } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { refusal } from '../codes.js';
import type { ServiceRefusal, ServiceResult } from '../facets/result.js';
import type { RulesetSummary, Rulesets } from '../facets/rulesets.js';
import type { Hash, Json, RulesetExaminer, RulesetHead, RulesetStore, StoredRuleset } from '../ports/index.js';
import type { Time } from '../time.js';

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

  const idOf = (author: PersonId, format: string, source: string): RulesetId =>
    `sha256:${hash(JSON.stringify([author, format, source]))}` as RulesetId;

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
    async upload(author, { format, source, name, file = '', visibility }, onProgress) {
      if (!examiner.formats.includes(format)) {
        return err(
          refusal('rulesets/unsupported-format', `Unsupported format; use ${examiner.formats.join(', ')}.`, {
            formats: examiner.formats,
          }),
        );
      }
      if (name !== undefined && !NAME.test(name)) return err(BAD_NAME);
      const made = await examiner.examine(format, source, author, onProgress);
      if (!made.ok) return made;
      const { about, card, report } = made.value;
      const id = idOf(author, format, source);
      const ownName = [about.title, nameOfFile(file)].find((one) => NAME.test(one));
      const chosen = name ?? ownName ?? (await store.ruleset(id))?.name;
      if (chosen === undefined) return err(NO_NAME);
      const kept = await keep({
        ...{ id, author, name: chosen, description: about.summary, format, source, forkOf: null },
        visibility: visibility ?? 'private',
        card: { about: { ...about, name: id, title: about.title || chosen }, made: card } as unknown as Json,
      });
      if (!kept.ok) return kept;
      // A ruleset that existed keeps its visibility unless this upload sets another one.
      const shown = visibility ?? kept.value.visibility;
      if (shown !== kept.value.visibility) await store.setVisibility(id, shown);
      return ok({ ruleset: summaryOf({ ...kept.value, visibility: shown }), report });
    },
    async fork(author, of, name) {
      if (name !== undefined && !NAME.test(name)) return err(BAD_NAME);
      const original = await readableSource(of, author);
      if (!original.ok) return original;
      const { format, source, card } = original.value;
      const id = idOf(author, format, source);
      const { about, made } = readCard(card);
      const kept = await keep({
        ...{ id, author, name: name ?? original.value.name, description: about.summary, format, source },
        ...{ visibility: 'private', forkOf: of },
        card: { about: { ...about, name: id }, made } as unknown as Json,
      });
      return kept.ok ? ok(summaryOf(kept.value)) : kept;
    },
    async list(search, { limit, after }, viewer) {
      const isOwn = search.author !== undefined && search.author === viewer;
      const page = { limit: limit + 1, ...(after === undefined ? {} : { after }) };
      const heads = await store.list({ ...search, all: isOwn }, page);
      const rulesets = heads.slice(0, limit).map(summaryOf);
      return heads.length > limit ? { rulesets, next: rulesets.at(-1)!.id } : { rulesets };
    },
    async find(id) {
      const ruleset = await store.ruleset(id);
      return ruleset === undefined ? err(RULESET_NOT_FOUND) : ok(summaryOf(ruleset));
    },
    async source(id, viewer) {
      const ruleset = await readableSource(id, viewer);
      return ruleset.ok ? ok({ format: ruleset.value.format, source: ruleset.value.source }) : ruleset;
    },
    async setVisibility(author, id, visibility): Promise<Result<RulesetSummary, ServiceRefusal>> {
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
  format,
  card,
  visibility,
  forkOf,
  createdAt,
}: RulesetHead): RulesetSummary {
  return { id, author, name, version, format, about: readCard(card).about, visibility, forkOf, createdAt };
}
