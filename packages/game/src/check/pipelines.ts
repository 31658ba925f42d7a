import { assertNever } from '@chessmith/std';
import type { Command, OfferKind } from '../commands.js';
import type { Asked } from '../given.js';
import type { GameRefusal, Step } from '../refusals.js';
import { CHECKS } from './checks.js';

/** The first step that refuses a command, with its reason; null if it may be obeyed. */
export function firstRefusal<P>(asked: Asked<P>, steps: readonly Step[] = stepsOf(asked.command)): GameRefusal | null {
  for (const step of steps) {
    const no = CHECKS[step](asked as Asked<unknown>);
    if (no !== null) return { ...no, step };
  }
  return null;
}

const REFEREE_STEPS: readonly Step[] = ['start-is-legal', 'move-is-legal'];

/** The steps that can be gone without the referee: nobody runs a script for a player who is not to move. */
export const stepsBeforeReferee = (command: Command): readonly Step[] =>
  stepsOf(command).filter((step) => !REFEREE_STEPS.includes(step));

const RUNNING: readonly Step[] = ['game-exists', 'started', 'not-ended'];

/** The steps of a command, in order. Those of seed 000 come in the order of its table, those of seed 002 in that of its validators. */
export function stepsOf(command: Command): readonly Step[] {
  switch (command.type) {
    case 'CreateGame':
      return ['game-is-new'];
    case 'ConfigureGame':
      return ['game-exists', 'not-configured-yet', 'yours-to-arrange', 'configuration-makes-sense', 'start-is-legal'];
    case 'JoinGame':
      return ['game-exists', 'waiting-for-players', 'seat-is-free', 'by-a-person', 'not-playing-yet'];
    case 'LeaveGame':
      return ['game-exists', 'not-terminated', 'you-play', 'seat-may-be-left'];
    case 'StartGame':
      return ['game-exists', 'ready', 'yours-to-arrange'];
    case 'StopGame':
      return ['game-exists', 'not-terminated', 'yours-to-arrange'];
    case 'PlayMove':
      return [
        ...RUNNING,
        'no-promotion-pending',
        'you-play',
        'position-is-current',
        'your-turn',
        'flag-is-up',
        'move-is-legal',
      ];
    case 'Promote':
      return [
        ...RUNNING,
        'promotion-pending',
        'you-play',
        'your-turn',
        'flag-is-up',
        'role-is-offered',
        'move-is-legal',
      ];
    case 'Offer':
      return OFFER_STEPS[command.what];
    case 'Accept':
      return [...offerGround(command.what), 'you-play', 'an-offer-to-answer'];
    case 'Decline':
      return [...offerGround(command.what), 'you-play', 'an-offer-to-answer'];
    case 'Withdraw':
      return [...offerGround(command.what), 'you-play', 'an-offer-to-withdraw'];
    case 'Resign':
      return [...RUNNING, 'you-play', 'flag-is-up'];
    case 'Abort':
      return [...RUNNING, 'you-play', 'flag-is-up', 'not-both-have-moved'];
    case 'ClaimDraw':
      return [...RUNNING, 'no-promotion-pending', 'you-play', 'your-turn', 'flag-is-up', 'claim-is-due'];
    case 'ClaimVictory':
      return [...RUNNING, 'you-play', 'flag-is-up', 'opponent-is-away'];
    case 'FlagFall':
      return [...RUNNING, 'by-the-server', 'flag-has-fallen'];
    case 'ResumeClocks':
      return [...RUNNING, 'by-the-server', 'clocks-to-resume'];
    case 'FailRules':
      return ['game-exists', 'not-terminated', 'by-the-server'];
    default:
      return assertNever(command);
  }
}

const OFFER: readonly Step[] = ['you-play', 'somebody-to-ask', 'no-second-offer', 'a-move-since-the-last-offer'];

/** A rematch is offered after the end, everything else before. */
const offerGround = (what: OfferKind): readonly Step[] =>
  what === 'rematch' ? ['game-exists', 'ended'] : [...RUNNING, 'flag-is-up'];

const OFFER_STEPS: { readonly [what in OfferKind]: readonly Step[] } = {
  draw: [...offerGround('draw'), ...OFFER],
  takeback: [...offerGround('takeback'), ...OFFER, 'something-to-take-back', 'nothing-drawn-by-lot'],
  rematch: [...offerGround('rematch'), ...OFFER],
};
