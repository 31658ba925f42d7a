import type { Problem } from '@chessmith/client';
import { t } from '../messages/page.js';
import { timeWords } from './clocks.js';
import { FRAGMENTS } from './fragments.js';
import { sentence } from './sentence.js';

/** Refusals that the page words itself, since it knows what a player can do next. */
const MESSAGES = {
  ...FRAGMENTS,
  'auth/required': 'refusal.authRequired',
  'client/no-cookies': 'refusal.noCookies',
  'client/unreachable': 'refusal.unreachable',
  'game/bad-game-id': 'refusal.badGameId',
  'game/bad-join-code': 'refusal.badJoinCode',
  'game/busy': 'refusal.busy',
  'game/ended': 'refusal.ended',
  'game/no-opponent': 'refusal.noOpponent',
  'game/none-available': 'refusal.noOpenGame',
  'game/not-found': 'refusal.gameNotFound',
  'game/over-at-start': 'refusal.overAtStart',
  'game/not-playing': 'refusal.notPlaying',
  'game/not-waiting-for-players': 'refusal.seatTaken',
  'game/not-your-turn': 'refusal.notYourTurn',
  'game/seat-taken': 'refusal.seatTaken',
  'game/stale-ply': 'refusal.positionChanged',
  'game/unknown-ruleset': 'refusal.unknownVariant',
  'game/too-late-to-abort': 'refusal.tooLateToAbort',
  'move/promotion-missing': 'refusal.choosePromotion',
  'people/name-reserved': 'refusal.nameReserved',
  'people/name-taken': 'refusal.nameTaken',
  'request/too-many': 'refusal.tooMany',
  'rulesets/not-found': 'refusal.variantNotFound',
  'rulesets/too-many-checks': 'refusal.tooManyChecks',
  'sandbox/busy': 'refusal.tooManyScripts',
  'sandbox/died': 'refusal.sandboxFailed',
  'sandbox/overloaded': 'refusal.tooManyScripts',
  'server/failed': 'refusal.serverFailed',
  'store/unavailable': 'refusal.storeUnavailable',
} as const;

type Facts = { readonly triesLeft?: number; readonly absentMs?: number; readonly afterMs?: number | null };

/** What happened and what to do, from the refusal's code and facts; the server's own sentence for all other codes. */
export function sentenceOf({ code, message, facts }: Pick<Problem, 'code' | 'message' | 'facts'>): string {
  const { triesLeft, absentMs, afterMs } = (facts ?? {}) as Facts;
  if (typeof triesLeft === 'number') return t('refusal.rulesFailed', { error: sentence(message), count: triesLeft });
  if (code === 'game/opponent-connected' && absentMs !== undefined && typeof afterMs === 'number') {
    return t('refusal.opponentConnected', { time: timeWords(afterMs - absentMs) });
  }
  return code in MESSAGES ? t(MESSAGES[code as keyof typeof MESSAGES]) : message;
}
