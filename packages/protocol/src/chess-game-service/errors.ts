import type { Refusal } from '@chessmith/rules';
import { statusOf } from '../http-status.js';
import type { ContractError } from './state.js';

/** The contract's error name and sentence for our codes. `%` stands for the game id. */
const ERRORS: { readonly [code: string]: readonly [type: string, message?: string] } = {
  'game/already-configured': ['GameConfiguredException', "Game '%' rejected the request: configured."],
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
  'game/alias-taken': ['GameIdAlreadyTakenException', "Id '%' already taken."],
  'game/already-started': ['GameAlreadyStartedException', "Game with id '%' has already started."],
  'game/none-available': ['NoAvailableGamesException', 'No available games to join.'],
  'game/seat-taken': ['PlayerAlreadyExistingException'],
};

/**
 * The contract's error for a refusal. The contract has no name for most client mistakes, such as an illegal move: those become
 * MalformedInputException. InternalServerException is only for failures of the server.
 */
export function contractErrorOf({ code, message }: Refusal, gameId: string): ContractError {
  const [type, words] = Object.hasOwn(ERRORS, code) ? ERRORS[code]! : [unnamedType(code)];
  return { type, message: words?.replace('%', () => gameId) ?? message };
}

const unnamedType = (code: string): string =>
  statusOf(code) < 500 ? 'MalformedInputException' : 'InternalServerException';

/** The errors that the contract lists for its WebSocket. REST has others. */
export const SOCKET_ERRORS = [
  'GameAlreadyStartedException',
  'GameConfiguredException',
  'GameNotReadyException',
  'GameNotRunningException',
  'GameNotWaitingForPlayersException',
  'GameNotWaitingForPromotionException',
  'GameTerminatedException',
  'GameWaitingForPromotionException',
  'InternalServerException',
  'MalformedInputException',
  'PlayerAlreadyExistingException',
] as const;

/** The error on the WebSocket, where the contract has no "not found": such a game counts as ended. */
export function socketErrorOf(refusal: Refusal, gameId: string): ContractError {
  const { type, message } = contractErrorOf(refusal, gameId);
  return { type: type === 'GameNotFoundException' ? 'GameTerminatedException' : type, message };
}

const STATUSES: { readonly [type: string]: number } = {
  MalformedInputException: 400,
  GameIdAlreadyTakenException: 403,
  GameAlreadyStartedException: 403,
  GameNotFoundException: 404,
  NoAvailableGamesException: 404,
};

/** The HTTP status of an error name; 500 if the contract does not list it. */
export const contractStatusOf = ({ type }: ContractError): number => STATUSES[type] ?? 500;
