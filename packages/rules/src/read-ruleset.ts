import { err, json, ok, type Result } from '@chessmith/std';
import { MAX_FILES, MAX_RANKS } from './geometry.js';
import type { Json } from './json.js';
import { ROLE } from './read-movement.js';
import { effectReader, endingReader, MAX_ROLES, pieceReader, restrictionReader } from './read-rule.js';
import { type Refusal, refusal } from './refusal.js';
import type { Effect, Ending, PieceKind, Restriction, Ruleset } from './ruleset.js';
import { checkRuleset } from './soundness/check-ruleset.js';

export const MAX_RULES = 32;
export const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const ONE_LINE = /^[^\p{Cc}\u2028\u2029]+$/u;
export const MAX_NAME = 40;
export const MAX_TITLE = 80;
export const MAX_SUMMARY = 200;
export const MAX_START = 1000;
/** Fields apart by one space each, and nothing around them. */
export const START = /^[^\s_]+( [^\s_]+)*$/;

/**
 * Reads a ruleset somebody wrote: first its shape, then its sense (`checkRuleset`). What it accepts can be compiled and
 * played. Each refusal leads to its place (`facts.path`) and says what is expected there; several may come at once.
 */
export function readRuleset(value: unknown): Result<Ruleset, readonly Refusal[]> {
  const problems: json.JsonProblem[] = [];
  const read = <T>(reader: json.JsonReader<T>, given: unknown, path: json.JsonPath): T | undefined => {
    const result = reader(given, path);
    if (result.ok) return result.value;
    problems.push(result.error);
    return undefined;
  };
  // Every piece and every rule is read on its own, so that one mistake does not hide the next.
  const each = <T>(reader: json.JsonReader<T>, given: readonly unknown[], field: string): readonly T[] =>
    given.flatMap((item, index) => read(reader, item, [field, index]) ?? []);

  const outline = read(outlineReader, value, []);
  if (outline === undefined) return err(problems.map(refusalOf));
  const pieces = Object.entries(outline.pieces).flatMap(([role, given]): [string, PieceKind][] => {
    const kind = read(pieceReader, given, ['pieces', role]);
    return kind === undefined ? [] : [[role, kind]];
  });
  const ruleset: Ruleset = {
    ...outline,
    pieces: Object.fromEntries(pieces),
    restrictions: each<Restriction>(restrictionReader, outline.restrictions, 'restrictions'),
    effects: each<Effect>(effectReader, outline.effects, 'effects'),
    endings: each<Ending>(endingReader, outline.endings, 'endings'),
  };
  if (problems.length > 0) return err(problems.map(refusalOf));
  const refusals = checkRuleset(ruleset);
  return refusals.length > 0 ? err(refusals) : ok(ruleset);
}

/** The ruleset as plain JSON, which `readRuleset` reads back. */
export const formatRuleset = (ruleset: Ruleset): Json => JSON.parse(JSON.stringify(ruleset)) as Json;

const line = (maxLength: number): json.JsonReader<string> =>
  json.string({
    minLength: 1,
    maxLength,
    pattern: ONE_LINE,
    expected: `a line of text of at most ${maxLength} characters`,
  });

const listReader = json.array(json.unknown(), { maxLength: MAX_RULES });

const piecesReader = json.refine(
  json.record(json.unknown()),
  (pieces) => {
    const roles = Object.keys(pieces);
    return roles.length >= 1 && roles.length <= MAX_ROLES && roles.every((role) => ROLE.test(role))
      ? pieces
      : undefined;
  },
  `1 to ${MAX_ROLES} pieces, by names such as "knight"`,
);

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
  }),
  pieces: piecesReader,
  start: json.oneOf(
    json.string({ maxLength: MAX_START, pattern: START, expected: 'a FEN of this board' }),
    json.object({ shuffled: json.literal('chess960'), default: json.integer({ min: 0, max: 959 }) }),
  ),
  restrictions: listReader,
  effects: listReader,
  endings: listReader,
});

const refusalOf = (problem: json.JsonProblem): Refusal =>
  refusal(problem.code, `${json.formatJsonProblem(problem)}.`, { path: json.formatJsonPath(problem.path) });
