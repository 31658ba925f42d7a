import type { api } from '@chessmith/protocol';
import { type Claim, type Color, opposite } from '@chessmith/rules';
import { troubleOf } from './script-errors.js';
import { sentence } from './sentence.js';

type End = api.GameEnd;

const NAMES = { white: 'White', black: 'Black' } as const;

export const colorName = (color: Color): string => NAMES[color];

/** Who won, for a banner; from the viewpoint of the one who looks, if they played on one side. */
export function headline(end: End, yours: readonly Color[]): string {
  if (end.kind === 'none') return 'No result';
  if (end.kind === 'draw') return 'Draw';
  if (yours.length !== 1) return `${NAMES[end.winner]} wins`;
  return yours[0] === end.winner ? 'You win' : 'You lose';
}

export const score = (end: End): string =>
  end.kind === 'none' ? '' : end.kind === 'draw' ? '½–½' : end.winner === 'white' ? '1–0' : '0–1';

const CLAIMS: { readonly [claim in Claim]: string } = {
  'threefold-repetition': 'This position stands for the third time: you may claim a draw.',
  'fifty-moves': 'Fifty moves without a capture or a move of a pawn: you may claim a draw.',
};

/** Why a draw may be claimed. */
export const claimWords = (claims: readonly Claim[]): string => claims.map((claim) => CLAIMS[claim]).join(' ');

/** What the rules that somebody wrote say of the end. */
type Said = { readonly reason?: string; readonly plyCap?: number };

/** Why it ended, as a sentence. */
export function reason(end: End, said: Said = {}): string {
  const loser = end.kind === 'win' ? NAMES[opposite(end.winner)] : '';
  const winner = end.kind === 'win' ? NAMES[end.winner] : '';
  switch (end.cause) {
    case 'checkmate':
      return `${loser} is checkmated.`;
    case 'stalemate':
      return end.kind === 'win' ? `${loser} has no move left.` : 'Stalemate: no legal move, and no check.';
    case 'timeout':
      return end.kind === 'win' ? `${loser} ran out of time.` : 'Time ran out, but the other side could not have won.';
    case 'surrender':
      return `${loser} resigned.`;
    case 'agreement':
      return 'Both sides agreed.';
    case 'repetition':
      return 'The position was repeated.';
    case 'move-rule':
      return end.rule === 'ply-cap'
        ? `Nobody had won when the limit${said.plyCap === undefined ? '' : ` of ${said.plyCap} moves`} was reached.`
        : 'Too many moves without progress.';
    case 'material':
      return 'Neither side has enough left to win.';
    case 'abandoned':
      return `${loser} left the game.`;
    case 'aborted':
      return end.kind === 'none' && end.why === 'first-move-missed'
        ? 'The game was aborted: no first move in time.'
        : 'The game was aborted before both had moved.';
    case 'stopped':
      return 'The game was cancelled.';
    case 'rules-failed':
      return `The rules of this game failed, so nobody wins. ${failure((end.kind === 'none' && end.why) || '')}`.trimEnd();
    case 'variant-end':
      return said.reason === undefined || said.reason.trim() === ''
        ? ruleReason(end, winner, loser)
        : sentence(said.reason);
  }
}

/** What is known of the failure: a code, or the sentence with which the last try was refused. */
function failure(why: string): string {
  const said = why.replace(/^The rule script failed: /, '').trim();
  return troubleOf(said) || (said === '' || /^\S+\/\S+$/.test(said) ? '' : sentence(said));
}

function ruleReason(end: End, winner: string, loser: string): string {
  switch (end.kind === 'none' ? undefined : end.rule) {
    case 'king-captured':
      return `${loser}'s king was captured.`;
    case 'king-exploded':
      return `${loser}'s king exploded.`;
    case 'king-on-hill':
      return `${winner}'s king reached the hill.`;
    case 'race-won':
      return `${winner}'s king won the race.`;
    case 'checks-given':
      return `${winner} gave check often enough.`;
    case 'promotion':
      return `${winner} promoted first.`;
    case 'pieces-gone':
      return end.kind === 'win' ? `All of one side's pieces are gone.` : 'The pieces are gone.';
    case 'both-kings-gone':
      return 'Both kings are gone.';
    case 'race-tied':
      return 'Both kings arrived.';
    default:
      return 'The rules of this game ended it.';
  }
}
