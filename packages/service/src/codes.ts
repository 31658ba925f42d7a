import type { GameCode } from '@chessmith/game';
import type { NameRefusal } from '@chessmith/people';
import { type Refusal, refusal as refusalOf } from '@chessmith/rules';

/** Refusal codes of this package. Refusals of `game`, `people` and the referees pass through with their own codes. */
export const SERVICE_CODES = [
  'chat/bad-text',
  'chat/not-your-room',
  'chat/off',
  'command/key-reused',
  'game/abandoned-too-soon',
  'game/alias-taken',
  'game/busy',
  'game/options-too-early',
  'game/no-computer',
  'game/no-ratings',
  'game/no-such-turn',
  'game/none-available',
  'game/nothing-to-inspect',
  'game/results-too-expensive',
  'game/not-your-seat',
  'game/side-and-seats',
  'game/unknown-ruleset',
  'people/name-taken',
  'people/unknown-person',
  'auth/invalid-token',
  'rules/failed',
  'rulesets/bad-name',
  'rulesets/no-name',
  'rulesets/not-found',
  'rulesets/not-yours',
  'rulesets/source-not-public',
  'rulesets/too-many',
  'rulesets/unsupported-format',
  'store/game-damaged',
  'store/unavailable',
] as const;
export type ServiceCode = (typeof SERVICE_CODES)[number];

type Code = ServiceCode | GameCode | NameRefusal['code'];

/** Makes a refusal. A code that no list contains does not compile. */
export const refusal: (code: Code, message: string, facts?: Refusal['facts']) => Refusal = refusalOf;

export const KEY_REUSED: Refusal = refusal(
  'command/key-reused',
  'This key was used for another command. Send a new key.',
);
