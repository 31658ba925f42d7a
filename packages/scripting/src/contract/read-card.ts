import type { Refusal } from '@chessmith/rules';
import { json, ok, type Result } from '@chessmith/std';
import { cleanedSvg, isGlyph } from './glyph.js';
import { invalidAnswer, invalidShape, wellFormed } from './invalid-answer.js';
import { DEFAULT_PLY_CAP, LIMITS } from './limits.js';
import type { Kind, ScriptCard } from './state.js';

/** The six chess pieces, which every script may use. */
export const CHESS_KINDS: readonly Kind[] = [
  { role: 'pawn', letter: 'P' },
  { role: 'knight', letter: 'N' },
  { role: 'bishop', letter: 'B' },
  { role: 'rook', letter: 'R' },
  { role: 'queen', letter: 'Q' },
  { role: 'king', letter: 'K' },
];

/** The card of every script of version 1, which cannot describe its game. */
export const VERSION_1: ScriptCard = {
  version: 1,
  files: 8,
  ranks: 8,
  kinds: CHESS_KINDS,
  plyCap: DEFAULT_PLY_CAP,
  random: false,
};

/** The fields of a starting state that describe the game; they count only with `version: 2`. */
export const CARD_FIELDS = ['version', 'name', 'description', 'board', 'kinds', 'ply_cap', 'random'] as const;

const side = json.integer({ min: LIMITS.boardMin, max: LIMITS.boardMax });
const kindReader = (isKnown: (glyph: string) => boolean) =>
  json.object({
    name: json.string({ pattern: /^[a-z][a-z0-9_-]{1,30}$/, expected: 'a word of 2 to 31 small letters from a to z' }),
    letter: json.string({ pattern: /^[A-Z]$/, expected: 'one letter from A to Z' }),
    glyph: json.optional(
      json.refine(
        json.string({ maxLength: LIMITS.glyphLength }),
        (glyph) => (isGlyph(cleanedSvg(glyph)) ? cleanedSvg(glyph) : isKnown(glyph) ? glyph : undefined),
        'the name of a built-in shape, one emoji, or an SVG of plain shapes without links, styles or scripts',
      ),
    ),
  });
const cardReader = (isKnown: (glyph: string) => boolean) =>
  json.object({
    version: json.literal(2),
    name: json.optional(json.string({ minLength: 1, maxLength: LIMITS.nameLength })),
    description: json.optional(json.string({ maxLength: LIMITS.descriptionLength })),
    board: json.withDefault(json.object({ files: side, ranks: side }), { files: 8, ranks: 8 }),
    kinds: json.withDefault(json.array(kindReader(isKnown), { maxLength: LIMITS.kinds }), []),
    ply_cap: json.withDefault(json.integer({ min: 1, max: LIMITS.plyCapMax }), DEFAULT_PLY_CAP),
    random: json.withDefault(json.boolean(), false),
  });

/** Earlier checks accepted several emoji as one glyph; such text stays valid. SVG is always checked again. */
const knownIn =
  (accepted: ScriptCard | undefined) =>
  (glyph: string): boolean =>
    !glyph.includes('<') && (accepted?.kinds.some((kind) => kind.glyph === glyph) ?? false);

/**
 * Reads the description of a game from its starting state; without `version: 2` it is version 1. Glyphs that were
 * `accepted` before stay valid.
 */
export function readCard(
  state: { readonly [name: string]: unknown },
  accepted?: ScriptCard,
): Result<ScriptCard, Refusal> {
  if (!Object.hasOwn(state, 'version') || state.version === 1) return ok(VERSION_1);
  const given = CARD_FIELDS.filter((name) => Object.hasOwn(state, name)).map((name) => [name, state[name]]);
  const read = json.readJson(cardReader(knownIn(accepted)), Object.fromEntries(given));
  if (!read.ok) return invalidShape(read.error, state);
  const { version, name, description, board, kinds, ply_cap: plyCap, random } = read.value;
  const own = kinds.map(({ name: role, ...rest }) => ({ role, ...rest }));
  const twice = own.find((kind, i) =>
    own.slice(0, i).some((one) => one.role === kind.role || one.letter === kind.letter),
  );
  if (twice !== undefined) {
    const why = `Two kinds of piece share the name or the letter of ${twice.role} (${twice.letter}); each needs its own.`;
    return invalidAnswer('script/kind-twice', why, { role: twice.role, letter: twice.letter });
  }
  // A script's own kind replaces the chess piece with the same name or letter.
  const chess = CHESS_KINDS.filter(
    ({ role, letter }) => !own.some((kind) => kind.role === role || kind.letter === letter),
  );
  return ok({
    version,
    ...(name === undefined ? {} : { name: wellFormed(name) }),
    ...(description === undefined ? {} : { description: wellFormed(description) }),
    ...board,
    kinds: [...own, ...chess],
    plyCap,
    random,
  });
}
