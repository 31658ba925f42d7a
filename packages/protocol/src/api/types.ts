import type { Static } from 'typebox';
import type { ANSWERS, AnswerName } from './answers.js';
import type { QUESTIONS } from './frames.js';

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
export type Answer<N extends AnswerName> = Static<(typeof ANSWERS)[N]>;
export type QuestionName = (typeof QUESTIONS)[number];
