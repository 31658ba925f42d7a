import type { GameCode, ReadingCode } from '@chessmith/game';

/** Codes with which the edge itself says "no"; the rooms inside say theirs. */
export const EDGE_CODES = [
  'auth/foreign-origin',
  'auth/required',
  'request/failed',
  'request/malformed',
  'request/no-such-route',
  'request/not-json',
  'request/too-large',
  'request/too-many',
  'server/failed',
  'server/stopping',
] as const;
export type EdgeCode = (typeof EDGE_CODES)[number];

/** 400 not understood, 401/403 who you are, 404 not there, 409 not now, 422 understood and against the rules. */
const STATUSES: { readonly [code in EdgeCode | GameCode | ReadingCode | (string & {})]: number } = {
  'auth/foreign-origin': 403,
  'auth/required': 401,
  'request/failed': 400,
  'request/malformed': 400,
  'request/no-such-route': 404,
  'request/not-json': 415,
  'request/too-large': 413,
  'request/too-many': 429,
  'server/failed': 500,
  'server/stopping': 503,
  'chat/bad-text': 422,
  'chat/not-your-room': 403,
  'chat/off': 409,
  'command/key-reused': 409,
  'game/alias-taken': 409,
  'game/busy': 409,
  'game/no-computer': 422,
  'game/no-such-turn': 404,
  'game/none-available': 404,
  'game/results-too-dear': 422,
  'game/seats-of-others': 403,
  'game/two-seatings': 422,
  'game/unknown-ruleset': 422,
  'people/malformed-token': 401,
  'people/name-taken': 409,
  'people/unknown-person': 404,
  'people/wrong-token': 401,
  'rules/failed': 409,
  'rulesets/bad-name': 422,
  'rulesets/not-found': 404,
  'rulesets/not-yours': 403,
  'rulesets/source-closed': 403,
  'rulesets/too-many': 422,
  'rulesets/unknown-form': 422,
  'quantum/unavailable': 503,
  'store/game-damaged': 503,
  'store/unavailable': 503,
  'game/already-playing': 409,
  'game/bad-clock': 422,
  'game/chance-is-final': 409,
  'game/clocks-go-on': 409,
  'game/configured': 409,
  'game/ended': 409,
  'game/flag-fallen': 409,
  'game/flag-is-up': 409,
  'game/id-taken': 409,
  'game/no-offer': 409,
  'game/no-such-promotion': 422,
  'game/nobody-to-ask': 409,
  'game/not-ended': 409,
  'game/not-found': 404,
  'game/not-playing': 403,
  'game/not-ready': 409,
  'game/not-started': 409,
  'game/not-waiting-for-players': 409,
  'game/not-waiting-for-promotion': 409,
  'game/not-your-turn': 409,
  'game/not-yours-to-arrange': 403,
  'game/nothing-to-claim': 409,
  'game/nothing-to-take-back': 409,
  'game/offer-repeated': 409,
  'game/offer-stands': 409,
  'game/open-seats-need-no-clock': 422,
  'game/opponent-is-here': 409,
  'game/persons-only': 403,
  'game/over-at-start': 422,
  'game/seat-taken': 409,
  'game/seats-are-kept': 409,
  'game/server-only': 403,
  'game/stale-ply': 409,
  'game/terminated': 409,
  'game/too-late-to-abort': 409,
  'game/too-long': 409,
  'game/waiting-for-promotion': 409,
  'game/bad-alias': 400,
  'game/bad-game-id': 400,
  'game/bad-join-code': 400,
  'game/bad-ruleset-id': 400,
  'game/fact-from-the-future': 500,
  'game/not-a-fact': 500,
  'game/unknown-fact': 500,
};

/** Whole rooms whose refusals are alike; referees have many codes, and new ones come with every ruleset. */
const STATUS_OF_ROOM: { readonly [room: string]: number } = {
  people: 422,
  store: 503,
  sandbox: 503,
};

const AGAINST_THE_RULES = 422;

/** The HTTP status of a refusal. */
export function statusOf(code: string): number {
  if (Object.hasOwn(STATUSES, code)) return STATUSES[code]!;
  const room = code.slice(0, code.indexOf('/'));
  return Object.hasOwn(STATUS_OF_ROOM, room) ? STATUS_OF_ROOM[room]! : AGAINST_THE_RULES;
}
