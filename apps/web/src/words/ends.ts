import type { api } from '@chessmith/protocol';
import { type Claim, type Color, opposite } from '@chessmith/rules';
import { t } from '../messages/page.js';
import { scriptFailure } from './script-failures.js';
import { sentence } from './sentence.js';

type End = api.GameEnd;

/** The result for a banner; "You win" or "You lose" for a player of one side. */
export function headline(end: End, yours: readonly Color[]): string {
  if (end.kind === 'none') return t('end.noResult');
  if (end.kind === 'draw') return t('end.draw');
  if (yours.length !== 1) return t('end.wins', { color: end.winner });
  return yours[0] === end.winner ? t('end.youWin') : t('end.youLose');
}

export const score = (end: End): string =>
  end.kind === 'none' ? '' : end.kind === 'draw' ? '½–½' : end.winner === 'white' ? '1–0' : '0–1';

const CLAIMS = {
  'threefold-repetition': 'actions.repetition',
  'fifty-moves': 'actions.fiftyMoves',
} as const satisfies { readonly [claim in Claim]: string };

/** Why a draw can be claimed. */
export const claimWords = (claims: readonly Claim[]): string => claims.map((claim) => t(CLAIMS[claim])).join(' ');

/** What the view of the final position adds: a script's own reason and limit, or counters. */
type EndDetails = {
  readonly reason?: string;
  readonly plyCap?: number;
  readonly checksGiven?: { readonly [color in Color]: number };
};

/** Why the game ended, as a sentence. */
export function reason(end: End, details: EndDetails = {}): string {
  const loser = end.kind === 'win' ? opposite(end.winner) : '';
  switch (end.cause) {
    case 'checkmate':
      return t('end.checkmate', { loser });
    case 'stalemate':
      return end.kind === 'win' ? t('end.noMoves', { loser }) : t('end.stalemate');
    case 'timeout':
      return end.kind === 'win' ? t('end.timeout', { loser }) : t('end.timeoutDraw');
    case 'surrender':
      return t('end.resigned', { loser });
    case 'agreement':
      return t('end.agreement');
    case 'repetition':
      return t('end.repetition');
    case 'move-rule':
      return moveRule(end.rule, details);
    case 'material':
      return t('end.material');
    case 'abandoned':
      return t('end.abandoned', { loser });
    case 'aborted':
      return end.kind === 'none' && end.why === 'first-move-missed' ? t('end.firstMoveMissed') : t('end.aborted');
    case 'stopped':
      return t('end.cancelled');
    case 'rules-failed':
      return `${t('end.rulesFailed')} ${failure((end.kind === 'none' && end.why) || '')}`.trimEnd();
    case 'variant-end':
      return details.reason === undefined || details.reason.trim() === ''
        ? variantEnd(end, details)
        : sentence(details.reason);
  }
}

function moveRule(rule: string | undefined, { plyCap }: EndDetails): string {
  if (rule === 'ply-cap' && plyCap !== undefined) return t('end.moveLimit', { moves: plyCap });
  if (rule === 'fifty-moves') return t('end.fiftyMoves');
  return rule === 'seventy-five-moves' ? t('end.seventyFiveMoves') : t('end.moveRule');
}

/** The failure's cause is a code, or the sentence with which the last move was refused. */
function failure(why: string): string {
  const cause = why.replace(/^The rule script failed: /, '').trim();
  return scriptFailure(cause) || (cause === '' || /^\S+\/\S+$/.test(cause) ? '' : sentence(cause));
}

function variantEnd(end: End, { checksGiven }: EndDetails): string {
  const winner = end.kind === 'win' ? end.winner : 'white';
  const loser = opposite(winner);
  switch (end.kind === 'none' ? undefined : end.rule) {
    case 'king-captured':
      return t('end.kingCaptured', { loser });
    case 'king-exploded':
      return t('end.kingExploded', { loser });
    case 'king-on-hill':
      return t('end.kingOnHill', { winner });
    case 'race-won':
      return t('end.raceWon', { winner });
    case 'checks-given':
      return checksGiven === undefined
        ? t('end.enoughChecks', { winner })
        : t('end.checksGiven', { winner, count: checksGiven[winner] });
    case 'promotion':
      return t('end.promoted', { winner });
    case 'pieces-gone':
      return t('end.piecesGone');
    case 'both-kings-gone':
      return t('end.bothKingsGone');
    case 'race-tied':
      return t('end.raceTied');
    default:
      return t('end.byRules');
  }
}
