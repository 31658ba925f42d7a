import type { Command, OfferKind } from '../commands.js';
import type { PendingDecision } from '../decision-input.js';
import type { CheckName, GameRefusal } from '../refusals.js';
import type { Check } from './check.js';
import { CHECKS } from './checks.js';

/** The refusal of the first check that fails, among those that need no referee; null if they all pass. */
export const refusalBeforeReferee = <P>(pending: PendingDecision<P>): GameRefusal | null =>
  firstRefusal(pending, (step) => !REFEREE_STEPS.has(step));

/** As `refusalBeforeReferee`, for the checks of the referee's result. */
export const refusalByReferee = <P>(pending: PendingDecision<P>): GameRefusal | null =>
  firstRefusal(pending, (step) => REFEREE_STEPS.has(step));

const REFEREE_STEPS: ReadonlySet<CheckName> = new Set<CheckName>(['start-is-legal', 'move-is-legal']);

function firstRefusal<P>(pending: PendingDecision<P>, isIncluded: (step: CheckName) => boolean): GameRefusal | null {
  for (const step of checkNamesOf(pending.command)) {
    const refused = isIncluded(step) ? (CHECKS[step] as Check)(pending as PendingDecision<unknown>) : null;
    if (refused !== null) return { ...refused, step };
  }
  return null;
}

const RUNNING: readonly CheckName[] = ['game-exists', 'started', 'not-ended'];

const OFFER: readonly CheckName[] = ['you-play', 'somebody-to-ask', 'no-second-offer'];

/** Players offer a rematch after the end, everything else before. */
const BASE_STEPS: { readonly [what in OfferKind]: readonly CheckName[] } = {
  draw: [...RUNNING, 'flag-is-up'],
  takeback: [...RUNNING, 'flag-is-up'],
  rematch: ['game-exists', 'ended'],
};

const withBaseSteps = (...steps: readonly CheckName[]): { readonly [what in OfferKind]: readonly CheckName[] } => ({
  draw: [...BASE_STEPS.draw, ...steps],
  takeback: [...BASE_STEPS.takeback, ...steps],
  rematch: [...BASE_STEPS.rematch, ...steps],
});

const OFFER_STEPS = {
  Offer: {
    draw: [...BASE_STEPS.draw, ...OFFER, 'a-move-since-the-last-offer'],
    takeback: [
      ...BASE_STEPS.takeback,
      ...OFFER,
      'a-move-since-the-last-offer',
      'not-too-long-to-go-back',
      'something-to-take-back',
      'nothing-drawn-by-lot',
    ],
    rematch: [...BASE_STEPS.rematch, ...OFFER, 'one-rematch'],
  },
  Accept: withBaseSteps('you-play', 'an-offer-to-answer'),
  Decline: withBaseSteps('you-play', 'an-offer-to-answer'),
  Withdraw: withBaseSteps('you-play', 'an-offer-to-withdraw'),
} satisfies { readonly [type: string]: { readonly [what in OfferKind]: readonly CheckName[] } };

/**
 * The checks of a command, in order. For the commands of the Chess Game Service API it is the order of that API's table, for
 * those of foodtastechess the order of its validators.
 */
export function checkNamesOf(command: Command): readonly CheckName[] {
  switch (command.type) {
    case 'Offer':
    case 'Accept':
    case 'Decline':
    case 'Withdraw':
      return OFFER_STEPS[command.type][command.what];
    default:
      return STEPS[command.type];
  }
}

const STEPS: { readonly [type in Exclude<Command['type'], keyof typeof OFFER_STEPS>]: readonly CheckName[] } = {
  CreateGame: ['game-is-new'],
  ConfigureGame: [
    'game-exists',
    'not-configured-yet',
    'yours-to-arrange',
    'configuration-makes-sense',
    'start-is-legal',
  ],
  JoinGame: [
    'game-exists',
    'waiting-for-players',
    'seat-is-free',
    'not-too-many-came-and-went',
    'by-a-person',
    'not-playing-yet',
  ],
  LeaveGame: ['game-exists', 'not-terminated', 'you-play', 'seat-may-be-left'],
  StartGame: ['game-exists', 'ready', 'yours-to-arrange'],
  StopGame: ['game-exists', 'not-terminated', 'yours-to-arrange'],
  PlayMove: [
    ...RUNNING,
    'no-promotion-pending',
    'you-play',
    'position-is-current',
    'your-turn',
    'flag-is-up',
    'move-is-legal',
  ],
  Promote: [...RUNNING, 'promotion-pending', 'you-play', 'your-turn', 'flag-is-up', 'role-is-offered', 'move-is-legal'],
  Resign: [...RUNNING, 'you-play', 'flag-is-up'],
  Abort: [...RUNNING, 'you-play', 'flag-is-up', 'not-both-have-moved'],
  ClaimDraw: [...RUNNING, 'no-promotion-pending', 'you-play', 'your-turn', 'flag-is-up', 'claim-is-due'],
  ClaimVictory: [...RUNNING, 'you-play', 'flag-is-up', 'both-have-moved', 'opponent-is-away'],
  FlagFall: [...RUNNING, 'by-the-server', 'flag-has-fallen'],
  ResumeClocks: [...RUNNING, 'by-the-server', 'clocks-to-resume'],
  FailRules: ['game-exists', 'not-terminated', 'by-the-server'],
};
