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

/** The TypeScript type of a response. `GameView` has more fields than the document promises. */
export type ResponseOf<N extends ResponseName> = Static<(typeof RESPONSES)[N]>;
export type QueryName = (typeof QUERIES)[number];
