import type { Color } from '@chessmith/rules';
import { type Command, type CommandOf, type OfferKind, SERVER } from '../commands.js';
import { configure, type GameConfiguration } from '../configuration.js';
import type { GameId, PersonId, RulesetId } from '../ids.js';
import type { Sides } from '../sides.js';
import type { Instant } from '../units.js';

/** The players of test games. */
export const PLAYERS: Sides<PersonId> = {
  white: '11111111-1111-4111-8111-111111111111' as PersonId,
  black: '22222222-2222-4222-8222-222222222222' as PersonId,
};
export const STRANGER = '33333333-3333-4333-8333-333333333333' as PersonId;
export const THIS_GAME = '1Game1111111' as GameId;

export const createGame = (fields: Partial<CommandOf<'CreateGame'>> = {}): Command => ({
  type: 'CreateGame',
  by: PLAYERS.white,
  game: THIS_GAME,
  ...fields,
});

/** By default standard chess with two empty seats, no clock and no automatic start. */
export const configureGame = (options: Partial<GameConfiguration> = {}): Command => ({
  type: 'ConfigureGame',
  by: PLAYERS.white,
  configuration: configure({ ruleset: 'standard' as RulesetId, autoStart: false, ...options }),
});

export const join = (color: Color, by: PersonId = PLAYERS[color]): Command => ({ type: 'JoinGame', by, color });
export const leave = (color: Color): Command => ({ type: 'LeaveGame', by: PLAYERS[color] });
export const startGame = (by: Command['by'] = SERVER): Command => ({ type: 'StartGame', by });
export const stopGame = (by: Command['by'] = SERVER): Command => ({ type: 'StopGame', by });

export const playMove = (color: Color, move: string): Command => ({ type: 'PlayMove', by: PLAYERS[color], move });
export const promote = (color: Color, role: string): Command => ({ type: 'Promote', by: PLAYERS[color], role });
export const resign = (color: Color): Command => ({ type: 'Resign', by: PLAYERS[color] });
export const abort = (color: Color): Command => ({ type: 'Abort', by: PLAYERS[color] });
export const claimDraw = (color: Color): Command => ({ type: 'ClaimDraw', by: PLAYERS[color] });
export const claimVictory = (color: Color): Command => ({ type: 'ClaimVictory', by: PLAYERS[color] });

export const offer = (color: Color, what: OfferKind): Command => ({ type: 'Offer', by: PLAYERS[color], what });
export const accept = (color: Color, what: OfferKind): Command => ({ type: 'Accept', by: PLAYERS[color], what });
export const decline = (color: Color, what: OfferKind): Command => ({ type: 'Decline', by: PLAYERS[color], what });
export const withdraw = (color: Color, what: OfferKind): Command => ({ type: 'Withdraw', by: PLAYERS[color], what });

export const flagFall: Command = { type: 'FlagFall', by: SERVER };
export const resumeClocks = (downSince: Instant): Command => ({ type: 'ResumeClocks', by: SERVER, downSince });
export const failRules = (why: string): Command => ({ type: 'FailRules', by: SERVER, why });
