import { err, json, ok, type Result } from '@chessmith/std';
import { MAX_FILES, MAX_RANKS } from './geometry.js';
import type { Json } from './json.js';
import { roleReader } from './read-movement.js';
import { effectReader, endingReader, MAX_ROLES, pieceReader, restrictionReader } from './read-rule.js';
import { type Refusal, refusal } from './refusal.js';
import type { Effect, Ending, Restriction, Ruleset } from './ruleset.js';
import { checkTheories } from './theories/check-theories.js';
import type { DraftPiece, RulesetDraft, Theory } from './theories/draft.js';
import { theoriesReader, theoryReader } from './theories/read-theory.js';
import { resolveDraft } from './theories/resolve-draft.js';

export const MAX_RULES = 32;
export const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const ONE_LINE = /^[^\p{Cc}\u2028\u2029]+$/u;
export const MAX_NAME = 40;
export const MAX_TITLE = 80;
export const MAX_SUMMARY = 200;
export const MAX_START = 1000;
/** Fields separated by single spaces, without spaces around them. */
export const START = /^[^\s_]+( [^\s_]+)*$/;

/**
 * Reads an uploaded ruleset: first its shape, then its consistency (`validateRuleset`). Every accepted ruleset can be
 * compiled and played. Each refusal names its place (`facts.path`) and what is expected there; there may be several. A
 * ruleset with theories is refused, because Prolog must evaluate them first (see `readDraft`).
 */
export function readRuleset(value: unknown): Result<Ruleset, readonly Refusal[]> {
  const draft = readDraft(value);
  if (!draft.ok) return draft;
  if (Object.keys(draft.value.theories).length === 0) return resolveDraft(draft.value, {});
  const why =
    'theories: this ruleset uses Prolog theories, which cannot be evaluated here; upload it to a server instead.';
  return err([refusal('ruleset/theories-not-evaluated', why, { path: 'theories' })]);
}

/** Reads the shape of a ruleset that may contain theories; `resolveDraft` turns it into a ruleset. */
export function readDraft(value: unknown): Result<RulesetDraft, readonly Refusal[]> {
  const problems: json.JsonProblem[] = [];
  const read = <T>(reader: json.JsonReader<T>, given: unknown, path: json.JsonPath): T | undefined => {
    const result = reader(given, path);
    if (result.ok) return result.value;
    problems.push(result.error);
    return undefined;
  };
  const named = <T>(reader: json.JsonReader<T>, given: { readonly [name: string]: unknown }, field: string) =>
    Object.fromEntries(
      Object.entries(given).flatMap(([name, one]): [string, T][] => {
        const value = read(reader, one, [field, name]);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  // Each piece and rule is read separately, so that one mistake does not hide the next.
  const each = <T>(reader: json.JsonReader<T>, given: readonly unknown[], field: string): readonly T[] =>
    given.flatMap((item, index) => read(reader, item, [field, index]) ?? []);

  const outline = read(outlineReader, value, []);
  if (outline === undefined) return err(problems.map(refusalOf));
  const draft: RulesetDraft = {
    ...outline,
    pieces: named<DraftPiece>(pieceReader, outline.pieces, 'pieces'),
    theories: named<Theory>(theoryReader, outline.theories ?? {}, 'theories'),
    restrictions: each<Restriction>(restrictionReader, outline.restrictions, 'restrictions'),
    effects: each<Effect>(effectReader, outline.effects, 'effects'),
    endings: each<Ending>(endingReader, outline.endings, 'endings'),
  };
  if (problems.length > 0) return err(problems.map(refusalOf));
  const refusals = checkTheories(draft);
  return refusals.length > 0 ? err(refusals) : ok(draft);
}

/** The ruleset as plain JSON that `readRuleset` accepts. */
export const formatRuleset = (ruleset: Ruleset): Json => JSON.parse(JSON.stringify(ruleset)) as Json;

const line = (maxLength: number): json.JsonReader<string> =>
  json.string({
    minLength: 1,
    maxLength,
    pattern: ONE_LINE,
    expected: `a line of text of at most ${maxLength} characters`,
  });

const listReader = json.array(json.unknown(), { maxLength: MAX_RULES });

const somePieces = json.refine(
  json.record(json.unknown()),
  (pieces) => {
    const count = Object.keys(pieces).length;
    return count >= 1 && count <= MAX_ROLES ? pieces : undefined;
  },
  `1 to ${MAX_ROLES} pieces, by names such as "knight"`,
);

const piecesReader: typeof somePieces = (value, path) => {
  const pieces = somePieces(value, path);
  if (!pieces.ok) return pieces;
  for (const role of Object.keys(pieces.value)) {
    const name = roleReader(role, [...path, role]);
    if (!name.ok) return name;
  }
  return pieces;
};

const outlineReader = json.object({
  name: json.string({
    maxLength: MAX_NAME,
    pattern: NAME,
    expected: `a name such as "king-of-the-hill", of at most ${MAX_NAME} characters`,
  }),
  title: line(MAX_TITLE),
  summary: line(MAX_SUMMARY),
  board: json.object({
    files: json.integer({ min: 2, max: MAX_FILES }),
    ranks: json.integer({ min: 2, max: MAX_RANKS }),
    fixed: json.optional(json.boolean()),
  }),
  pieces: piecesReader,
  theories: json.optional(theoriesReader),
  start: json.oneOf(
    json.string({ maxLength: MAX_START, pattern: START, expected: 'a FEN of this board' }),
    json.object({ shuffled: json.literal('chess960'), default: json.integer({ min: 0, max: 959 }) }),
  ),
  restrictions: listReader,
  effects: listReader,
  endings: listReader,
});

const refusalOf = (problem: json.JsonProblem): Refusal =>
  refusal(problem.code, `${json.formatJsonProblem(problem)}.`, {
    path: json.formatJsonPath(problem.path),
    expected: problem.expected,
  });
