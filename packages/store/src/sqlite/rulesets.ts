import type { RulesetHead, RulesetSearch, RulesetStore, StoredRuleset } from '@chessmith/service';
import { searchWords } from '../search-words.js';
import { fromMs, toMs } from './instants.js';
import type { SqlStatement } from './messages.js';
import type { Reader } from './reader.js';
import type { Writer } from './writer.js';

type Row = {
  readonly id: string;
  readonly author: string;
  readonly name: string;
  readonly version: number;
  readonly description: string;
  readonly form: string;
  readonly card: string;
  readonly visibility: string;
  readonly fork_of: string | null;
  readonly created_at: number;
};
type RowWithSource = Row & { readonly source: string };

const HEAD = 'id, author, name, version, description, form, card, visibility, fork_of, created_at';

export function sqliteRulesets(reader: Reader, writer: Writer): RulesetStore {
  const run = async (...statements: SqlStatement[]): Promise<readonly (readonly unknown[])[]> =>
    (await writer.write({ kind: 'run', statements })) as readonly (readonly unknown[])[];

  return {
    async add(ruleset, limit) {
      const { id, author, name, description, format, source, card, visibility, forkOf, createdAt } = ruleset;
      const [, stored] = await run(
        [
          `INSERT INTO rulesets (${HEAD}, source)
           SELECT ?, ?, ?, 1 + coalesce((SELECT max(version) FROM rulesets WHERE author = ? AND name = ?), 0),
             ?, ?, ?, ?, ?, ?, ?
           WHERE (SELECT count(*) FROM rulesets WHERE author = ?) < ? ON CONFLICT (id) DO NOTHING`,
          ...[id, author, name, author, name],
          ...[description, format, JSON.stringify(card), visibility, forkOf, toMs(createdAt), source, author, limit],
        ],
        ['SELECT * FROM rulesets WHERE id = ?', id],
      );
      const row = stored?.[0] as RowWithSource | undefined;
      return row === undefined ? 'too-many' : rulesetOf(row);
    },
    async ruleset(id) {
      const row = reader.get<RowWithSource>('SELECT * FROM rulesets WHERE id = ?', id);
      return row && rulesetOf(row);
    },
    async list(search, { limit, after }) {
      const { conditions, values } = conditionsOf(search);
      const sql = `SELECT ${HEAD} FROM rulesets
        WHERE ${[...conditions, ...(after === undefined ? [] : [AFTER_CURSOR])].join(' AND ')} ORDER BY n DESC LIMIT ?`;
      return reader.all<Row>(sql, ...values, ...(after === undefined ? [] : [after]), limit).map(headOf);
    },
    async setVisibility(id, visibility) {
      await run(['UPDATE rulesets SET visibility = ? WHERE id = ?', visibility, id]);
    },
  };
}

const AFTER_CURSOR = 'n < (SELECT n FROM rulesets WHERE id = ?)';

const CONTAINS_WORD = `(instr(fold_case(name), ?) OR instr(fold_case(description), ?)
  OR EXISTS (SELECT 1 FROM people WHERE people.id = rulesets.author AND instr(fold_case(people.name), ?)))`;

const isVisible = (table: string, all?: boolean): string => (all === true ? '1' : `${table}.visibility = 'public'`);

const isLatest = (all?: boolean): string => `NOT EXISTS (SELECT 1 FROM rulesets AS later
  WHERE later.author = rulesets.author AND later.name = rulesets.name AND later.version > rulesets.version
    AND ${isVisible('later', all)})`;

function conditionsOf({ author, text, all, latest }: RulesetSearch): { conditions: string[]; values: string[] } {
  const conditions = [isVisible('rulesets', all), 'json_valid(card)', ...(latest === true ? [isLatest(all)] : [])];
  const values: string[] = [];
  if (author !== undefined) {
    conditions.push('author = ?');
    values.push(author);
  }
  for (const word of searchWords(text)) {
    conditions.push(CONTAINS_WORD);
    values.push(word, word, word);
  }
  return { conditions, values };
}

function headOf({
  fork_of,
  created_at,
  card,
  id,
  author,
  name,
  version,
  description,
  form,
  visibility,
}: Row): RulesetHead {
  return {
    ...{ id, author, name, version, description, format: form, visibility, forkOf: fork_of },
    card: JSON.parse(card),
    createdAt: fromMs(created_at),
  } as RulesetHead;
}

const rulesetOf = (row: RowWithSource): StoredRuleset => ({ ...headOf(row), source: row.source });
