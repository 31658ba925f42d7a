import type { Refusal } from '@chessmith/rules';

/** What is asked of a command before it is obeyed, by name. The answer to a refused command says which it was. */
export const STEPS = [
  'game-is-new',
  'game-exists',
  'by-the-server',
  'by-a-person',
  'yours-to-arrange',
  'not-configured-yet',
  'configuration-makes-sense',
  'start-is-legal',
  'waiting-for-players',
  'seat-is-free',
  'not-too-many-came-and-went',
  'not-playing-yet',
  'ready',
  'not-terminated',
  'seat-may-be-left',
  'started',
  'not-ended',
  'ended',
  'no-promotion-pending',
  'promotion-pending',
  'you-play',
  'flag-is-up',
  'your-turn',
  'position-is-current',
  'role-is-offered',
  'move-is-legal',
  'somebody-to-ask',
  'no-second-offer',
  'a-move-since-the-last-offer',
  'one-rematch',
  'not-too-long-to-go-back',
  'something-to-take-back',
  'nothing-drawn-by-lot',
  'an-offer-to-answer',
  'an-offer-to-withdraw',
  'not-both-have-moved',
  'claim-is-due',
  'opponent-is-away',
  'flag-has-fallen',
  'clocks-to-resume',
] as const;
export type Step = (typeof STEPS)[number];

/** A "no" that names the step at which it was said. */
export type GameRefusal = Refusal & { readonly step: Step };
