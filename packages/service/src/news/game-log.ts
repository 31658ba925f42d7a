import type { Fact, FactOf, FactType } from '@chessmith/game';
import type { FactSubscriber } from '../games/fact-subscribers.js';
import { type Channels, fleeting } from './channels.js';

/** Publishes facts as sentences for subscribers to the game's log. Moves have their own news and are left out. */
export const gameLog = (channels: Pick<Channels, 'hasSubscribers' | 'publish'>): FactSubscriber => ({
  name: 'game-log',
  onFact({ id, fact, after }) {
    const message = messageOf(fact);
    if (message === null || !channels.hasSubscribers(id)) return;
    channels.publish(id, fleeting('LoggingEvent', after.version, fact.at, { message }));
  },
});

function messageOf(fact: Fact): string | null {
  const write = MESSAGES[fact.type] as ((fact: Fact) => string) | null;
  return write === null ? null : write(fact);
}

const withColor =
  (words: string) =>
  ({ color }: { readonly color: string }): string =>
    `${color[0]!.toUpperCase()}${color.slice(1)} ${words}.`;

const MESSAGES: { readonly [T in FactType]: ((fact: FactOf<T>) => string) | null } = {
  GameCreated: () => 'The game was created.',
  GameConfigured: ({ configuration }) => `The ruleset is ${configuration.ruleset}.`,
  PlayerJoined: withColor('joined'),
  PlayerLeft: withColor('left'),
  GameStarted: () => 'The game has started.',
  MovePlayed: null,
  PromotionAwaited: null,
  DrawOffered: withColor('offers a draw'),
  DrawAccepted: withColor('accepts the draw'),
  DrawDeclined: withColor('declines the draw'),
  DrawWithdrawn: withColor('withdraws the draw offer'),
  TakebackOffered: withColor('asks for a takeback'),
  TakebackAccepted: withColor('accepts the takeback'),
  TakebackDeclined: withColor('declines the takeback'),
  TakebackWithdrawn: withColor('withdraws the request for a takeback'),
  RematchOffered: withColor('offers a rematch'),
  RematchAccepted: withColor('accepts the rematch'),
  RematchDeclined: withColor('declines the rematch'),
  RematchWithdrawn: withColor('withdraws the rematch offer'),
  PlayerResigned: withColor('resigns'),
  GameAborted: withColor('aborts the game'),
  GameStopped: () => 'The game was stopped.',
  DrawClaimed: withColor('claims a draw'),
  VictoryClaimed: withColor('claims victory, because the opponent has left'),
  FlagFell: withColor('has run out of time'),
  FirstMoveMissed: withColor('did not make the first move in time'),
  ClocksResumed: () => 'The clocks run again after a pause of the server.',
  GameEnded: ({ end }) => `The game is over: ${end.cause}.`,
};
