import type { Command, OfferKind } from '../commands.js';
import type { PendingDecision } from '../decide/decision-input.js';
import type { CheckName, GameRefusal } from '../refusals.js';
import type { Check } from './check.js';
import { CHECKS } from './checks.js';

/** The first step that refuses a command, with its reason; null if it may be obeyed. */
export const firstRefusal = <P>(asked: PendingDecision<P>): GameRefusal | null =>
  refusalIn(pipelineOf(asked.command).all, asked);

/** The same for the steps that can be gone without the referee: nobody runs a script for a player who is not to move. */
export const refusalBeforeReferee = <P>(asked: PendingDecision<P>): GameRefusal | null =>
  refusalIn(pipelineOf(asked.command).beforeReferee, asked);

/** The same for the steps that look at what the referee said. */
export const refusalAfterReferee = <P>(asked: PendingDecision<P>): GameRefusal | null =>
  refusalIn(pipelineOf(asked.command).afterReferee, asked);

type Pipeline = readonly { readonly step: CheckName; readonly check: Check }[];
type Pipelines = { readonly [part in 'all' | 'beforeReferee' | 'afterReferee']: Pipeline };

const REFEREE_STEPS: readonly CheckName[] = ['start-is-legal', 'move-is-legal'];

const pipelines = new Map<readonly CheckName[], Pipelines>();

function pipelineOf(command: Command): Pipelines {
  const steps = stepsOf(command);
  const known = pipelines.get(steps);
  if (known !== undefined) return known;
  const all = steps.map((step) => ({ step, check: CHECKS[step] }));
  const laid = {
    all,
    beforeReferee: all.filter(({ step }) => !REFEREE_STEPS.includes(step)),
    afterReferee: all.filter(({ step }) => REFEREE_STEPS.includes(step)),
  };
  pipelines.set(steps, laid);
  return laid;
}

function refusalIn<P>(pipeline: Pipeline, asked: PendingDecision<P>): GameRefusal | null {
  for (let i = 0; i < pipeline.length; i++) {
    const { step, check } = pipeline[i]!;
    const no = check(asked as PendingDecision<unknown>);
    if (no !== null) return { ...no, step };
  }
  return null;
}

const RUNNING: readonly CheckName[] = ['game-exists', 'started', 'not-ended'];

const OFFER: readonly CheckName[] = ['you-play', 'somebody-to-ask', 'no-second-offer'];

/** A rematch is offered after the end, everything else before. */
const GROUND: { readonly [what in OfferKind]: readonly CheckName[] } = {
  draw: [...RUNNING, 'flag-is-up'],
  takeback: [...RUNNING, 'flag-is-up'],
  rematch: ['game-exists', 'ended'],
};

const onGround = (...steps: readonly CheckName[]): { readonly [what in OfferKind]: readonly CheckName[] } => ({
  draw: [...GROUND.draw, ...steps],
  takeback: [...GROUND.takeback, ...steps],
  rematch: [...GROUND.rematch, ...steps],
});

const OFFER_STEPS = {
  Offer: {
    draw: [...GROUND.draw, ...OFFER, 'a-move-since-the-last-offer'],
    takeback: [
      ...GROUND.takeback,
      ...OFFER,
      'a-move-since-the-last-offer',
      'not-too-long-to-go-back',
      'something-to-take-back',
      'nothing-drawn-by-lot',
    ],
    rematch: [...GROUND.rematch, ...OFFER, 'one-rematch'],
  },
  Accept: onGround('you-play', 'an-offer-to-answer'),
  Decline: onGround('you-play', 'an-offer-to-answer'),
  Withdraw: onGround('you-play', 'an-offer-to-withdraw'),
} satisfies { readonly [type: string]: { readonly [what in OfferKind]: readonly CheckName[] } };

/** The steps of a command, in order. Those of seed 000 come in the order of its table, those of seed 002 in that of its validators. */
export function stepsOf(command: Command): readonly CheckName[] {
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
