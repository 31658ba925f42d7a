import type { Refusal } from '@chessmith/rules';
import type { SeedError } from './state.js';

/** Our codes in seed 000's names and words; `%` stands for the id of the game. */
const ERRORS: { readonly [code: string]: readonly [type: string, message?: string] } = {
  'game/configured': ['GameConfiguredException', "Game '%' rejected the request: configured."],
  'game/not-ready': ['GameNotReadyException', "Game '%' rejected the request: not ready."],
  'game/not-started': ['GameNotRunningException', "Game '%' rejected the request: not running."],
  'game/ended': ['GameNotRunningException', "Game '%' rejected the request: not running."],
  'game/not-waiting-for-players': [
    'GameNotWaitingForPlayersException',
    "Game '%' rejected the request: not waiting for players.",
  ],
  'game/not-waiting-for-promotion': [
    'GameNotWaitingForPromotionException',
    "Game '%' rejected the request: not waiting for promotion.",
  ],
  'game/terminated': ['GameTerminatedException', "Game '%' rejected the request: terminated."],
  'game/waiting-for-promotion': [
    'GameWaitingForPromotionException',
    "Game '%' rejected the request: waiting for promotion.",
  ],
  'game/not-found': ['GameNotFoundException', "Game '%' not found."],
  'game/bad-alias': ['MalformedInputException'],
  'game/alias-taken': ['GameIdAlreadyTakenException', "Id '%' already taken."],
  'game/already-started': ['GameAlreadyStartedException', "Game with id '%' has already started."],
  'game/none-available': ['NoAvailableGamesException', 'No available games to join.'],
  'game/seat-taken': ['PlayerAlreadyExistingException'],
  'request/malformed': ['MalformedInputException'],
  'request/too-many': ['MalformedInputException'],
};

/** A refusal as seed 000 would say it; what it has no name for is an InternalServerException with our words. */
export function seedErrorOf({ code, message }: Refusal, gameId: string): SeedError {
  const [type, words] = Object.hasOwn(ERRORS, code) ? ERRORS[code]! : ['InternalServerException'];
  return { type, message: words?.replace('%', () => gameId) ?? message };
}

const STATUSES: { readonly [type: string]: number } = {
  MalformedInputException: 400,
  GameIdAlreadyTakenException: 403,
  GameAlreadyStartedException: 403,
  GameNotFoundException: 404,
  NoAvailableGamesException: 404,
};

/** The HTTP status that seed 000 gives with it; 500 for all it has no name for. */
export const seedStatusOf = ({ type }: SeedError): number => STATUSES[type] ?? 500;
