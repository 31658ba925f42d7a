import type { Fact, FactOf, FactType } from '@chessmith/game';
import type { FactSubscriber } from '../facts/subscribers.js';
import { type Channels, fleeting } from './channels.js';

/** Tells those who listen to a game's log what happened, in words. Moves are left to their own news: they are many. */
export const gameLog = (channels: Pick<Channels, 'hasListeners' | 'publish'>): FactSubscriber => ({
  name: 'logbook',
  hear({ id, fact, after }) {
    const message = lineOf(fact);
    if (message === null || !channels.hasListeners(id)) return;
    channels.publish(id, fleeting('LoggingEvent', after.version, fact.at, { message }));
  },
});

function lineOf(fact: Fact): string | null {
  const say = LINES[fact.type] as ((fact: Fact) => string) | null;
  return say === null ? null : say(fact);
}

const by =
  (words: string) =>
  ({ color }: { readonly color: string }): string =>
    `${color[0]!.toUpperCase()}${color.slice(1)} ${words}.`;

const LINES: { readonly [T in FactType]: ((fact: FactOf<T>) => string) | null } = {
  GameCreated: () => 'The game was made.',
  GameConfigured: ({ configuration }) => `It is played by the rules of ${configuration.ruleset}.`,
  PlayerJoined: by('joined'),
  PlayerLeft: by('left'),
  GameStarted: () => 'The game has started.',
  MovePlayed: null,
  PromotionAwaited: null,
  DrawOffered: by('offers a draw'),
  DrawAccepted: by('accepts the draw'),
  DrawDeclined: by('declines the draw'),
  DrawWithdrawn: by('withdraws the offer of a draw'),
  TakebackOffered: by('asks to take back'),
  TakebackAccepted: by('lets the other take back'),
  TakebackDeclined: by('lets nothing be taken back'),
  TakebackWithdrawn: by('no longer asks to take back'),
  RematchOffered: by('offers a rematch'),
  RematchAccepted: by('accepts the rematch'),
  RematchDeclined: by('declines the rematch'),
  RematchWithdrawn: by('withdraws the offer of a rematch'),
  PlayerResigned: by('resigns'),
  GameAborted: by('aborts the game'),
  GameStopped: () => 'The game was stopped.',
  DrawClaimed: by('claims a draw'),
  VictoryClaimed: by('claims the game that was left'),
  FlagFell: by('has run out of time'),
  FirstMoveMissed: by('did not make the first move in time'),
  ClocksResumed: () => 'The clocks go on after a pause of the server.',
  GameEnded: ({ end }) => `The game is over: ${end.cause}.`,
};
