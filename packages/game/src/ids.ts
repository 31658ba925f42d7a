import { type Chance, type Refusal, refusal } from '@chessmith/rules';
import { type Brand, err, ok, type Result } from '@chessmith/std';
import type { ReadingCode } from './codes.js';

/** A game for ever: 12 characters of base 58, made by the server and never used again. */
export type GameId = Brand<string, 'GameId'>;
/** A person, also a guest or a computer: a UUID in lower case. */
export type PersonId = Brand<string, 'PersonId'>;
/** A name that somebody chose for a game; unique among unfinished games and free again at the end. */
export type Alias = Brand<string, 'Alias'>;
/** What opens a seat of a game while one is free: 8 characters that nobody mistakes for each other. */
export type JoinCode = Brand<string, 'JoinCode'>;
/** Which rules: a built-in name, or the hash of uploaded ones. */
export type RulesetId = Brand<string, 'RulesetId'>;

const BASE_58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** Without 0 O 1 I L 2 Z 5 S 8 B U: what is left can be read aloud and typed without asking back. */
const UNAMBIGUOUS = '34679ACDEFGHJKMNPQRTVWXY';
const GAME_ID_LENGTH = 12;
const JOIN_CODE_LENGTH = 8;
const ALIAS_LENGTH = 64;

const GAME_ID = /^[1-9A-HJ-NP-Za-km-z]{12}$/;
const JOIN_CODE = /^[34679ACDEFGHJKMNPQRTVWXY]{8}$/;
const RULESET_ID = /^[a-z0-9][a-z0-9:.@-]{0,127}$/;
const CONTROL = /\p{C}/u;
/** In an address these mean a folder, however they are escaped: no request could name such a game. */
const DOTS = /^\.{1,2}$/;

/** Capitals count, and nothing is left out. */
export const parseGameId = parser<GameId>('game/bad-game-id', 'a game id of 12 base-58 characters', (text) =>
  GAME_ID.test(text) ? text : undefined,
);

/** Reads lower case and stray spaces and hyphens, as people type them. */
export const parseJoinCode = parser<JoinCode>(
  'game/bad-join-code',
  `a join code: ${JOIN_CODE_LENGTH} of ${UNAMBIGUOUS}`,
  (text) => {
    const code = text.replace(/[\s-]/g, '').toUpperCase();
    return JOIN_CODE.test(code) ? code : undefined;
  },
);

/** Any visible text of 1 to 64 characters that can stand in an address, taken as it is. */
export const parseAlias = parser<Alias>(
  'game/bad-alias',
  'a name of 1 to 64 visible characters, more than one or two dots',
  (text) =>
    text.trim() !== '' && text.length <= ALIAS_LENGTH && !CONTROL.test(text) && !DOTS.test(text) ? text : undefined,
);

/** Reads either kind; whether there are such rules is another question. */
export const parseRulesetId = parser<RulesetId>('game/bad-ruleset-id', 'the name or the hash of a ruleset', (text) =>
  RULESET_ID.test(text) ? text : undefined,
);

/** Lots for ids; for join codes they must be unpredictable. */
type Lots = Pick<Chance, 'int'>;

/** A new id; there are 58^12 of them, and whether one is taken is for the store to say. */
export const drawGameId = (lots: Lots): GameId => draw(lots, BASE_58, GAME_ID_LENGTH) as GameId;

/** A new code; whether another game has it now is for the store to say. */
export const drawJoinCode = (lots: Lots): JoinCode => draw(lots, UNAMBIGUOUS, JOIN_CODE_LENGTH) as JoinCode;

function draw(lots: Lots, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[lots.int(alphabet.length)]!).join('');
}

function parser<T extends string>(code: ReadingCode, expected: string, read: (text: string) => string | undefined) {
  return (text: string): Result<T, Refusal> => {
    const value = read(text);
    return value === undefined ? err(refusal(code, `Expected ${expected}.`)) : ok(value as T);
  };
}
