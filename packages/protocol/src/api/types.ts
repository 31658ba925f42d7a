import type { Static } from 'typebox';
import type { QUERIES } from './frames.js';
import type { RESPONSES, ResponseName } from './responses.js';

export type {
  ClockSetting,
  GameConfiguration,
  GameEnd,
  GameView,
  MoveView,
  News,
  NewsNode,
  OfferKind,
  PersonalView,
} from '@chessmith/game';

/** An answer as TypeScript sees it. `GameView` says more about a game than the document promises. */
export type ResponseOf<N extends ResponseName> = Static<(typeof RESPONSES)[N]>;
export type QueryName = (typeof QUERIES)[number];
