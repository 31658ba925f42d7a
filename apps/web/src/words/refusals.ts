import type { Problem } from '@chessmith/client';
import { timeWords } from './clocks.js';
import { FRAGMENTS } from './fragments.js';
import { sentence } from './sentence.js';

/** What one can do about a "no", where the server's sentence does not say it. */
const ADVICE: { readonly [code: string]: string } = {
  'auth/required': 'Reload the page: your browser has forgotten who you are, and gets a new guest.',
  'client/unreachable': 'Check your connection. The page goes on by itself as soon as the server answers.',
  'game/bad-game-id': 'Check the link, or start a new game.',
  'game/bad-join-code':
    'Check for a typing error; what could be mistaken for something else, such as O and 0, is in no code.',
  'game/busy': 'Try again in a moment.',
  'game/ended': 'Offer a rematch, or look at the game with the arrow keys.',
  'game/no-opponent': 'There is nobody on the other side yet.',
  'game/none-available': 'Start a game yourself, and others can join.',
  'game/not-found': 'The link may be mistyped, or the code used up: codes are valid while a seat is free.',
  'game/over-at-start': 'Go back a move, and play on from there.',
  'game/not-playing': 'You watch this game. Start one of your own from the start page.',
  'game/not-waiting-for-players': 'Somebody was faster. You can watch, or start another game.',
  'game/not-your-turn': 'Wait for the other side to move.',
  'game/seat-taken': 'Somebody was faster. You can watch, or start another game.',
  'game/stale-ply': 'The board has changed meanwhile. Look again and choose your move.',
  'game/unknown-ruleset': 'These rules may be private: ask their author for a code to join.',
  'game/too-late-to-abort': 'Both sides have moved: you can resign or offer a draw.',
  'move/promotion-missing': 'Write the piece behind the move, as in a8=Q.',
  'people/name-taken': 'Choose another name.',
  'request/too-many': 'Wait a minute and try again.',
  'rulesets/not-found': 'Check the link; its author may have to send it again.',
  'rulesets/too-many-checks': 'Wait until your other uploads are checked.',
  'sandbox/busy': 'Many scripts are running. Try again in a moment.',
  'sandbox/died': 'It was not your fault. Try again in a moment.',
  'sandbox/overloaded': 'Many scripts are running. Try again in a moment.',
  'server/failed': 'It was not your fault. Try again; if it stays so, tell whoever runs this server.',
  'store/unavailable':
    'The server cannot write to its disk. Your last move may not have counted; try again in a moment.',
};

/** What went wrong, and what to do about it. */
export function sentenceOf({ code, message, facts }: Problem): string {
  const triesLeft = (facts as { readonly triesLeft?: unknown } | undefined)?.triesLeft;
  if (typeof triesLeft === 'number') {
    const often = triesLeft === 1 ? 'once more' : `${triesLeft} times more`;
    return `The rules of this game failed at this move: ${sentence(message)} Choose another move, or try it ${often}; then the game ends without a winner.`;
  }
  const { absentMs, afterMs } = (facts ?? {}) as { readonly absentMs?: number; readonly afterMs?: number | null };
  if (code === 'game/opponent-connected' && absentMs !== undefined && typeof afterMs === 'number') {
    return `${message} Wait for them, and claim the win after ${timeWords(afterMs - absentMs)} more.`;
  }
  const advice = ADVICE[code];
  const said = (FRAGMENTS as { readonly [code: string]: string })[code] ?? message;
  return advice === undefined ? said : `${said} ${advice}`;
}
