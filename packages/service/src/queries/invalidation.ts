import type { FactType } from '@chessmith/game';
import type { FactStep } from '../games/live-game.js';
import { turnOf } from './definition.js';
import { QUERY_DEFINITIONS } from './definitions.js';
import type { QueryName } from './query.js';
import { userGamesKey } from './user-games.js';

const ALWAYS = ['UserGames'] as const satisfies readonly QueryName[];
const OFFER = [...ALWAYS, 'DrawOffer'] as const satisfies readonly QueryName[];
const SEAT = [...ALWAYS, 'ActivePlayer', 'DrawOffer'] as const satisfies readonly QueryName[];
const TURN = [
  ...ALWAYS,
  'TurnNumber',
  'ActivePlayer',
  'DrawOffer',
  'MoveHistory',
] as const satisfies readonly QueryName[];
const PAST = [
  ...TURN,
  'MoveAtTurn',
  'BoardStateAtTurn',
  'ValidMovesAtTurn',
  'UnmovedPositionsAtTurn',
] as const satisfies readonly QueryName[];

/** The questions whose answers a fact may change. Of those about a turn, only turns that were there before are meant. */
export const INVALIDATED_BY: { readonly [T in FactType]: readonly QueryName[] } = {
  GameCreated: ALWAYS,
  GameConfigured: TURN,
  PlayerJoined: SEAT,
  PlayerLeft: SEAT,
  GameStarted: ALWAYS,
  MovePlayed: TURN,
  PromotionAwaited: ALWAYS,
  DrawOffered: OFFER,
  DrawAccepted: OFFER,
  DrawDeclined: OFFER,
  DrawWithdrawn: OFFER,
  TakebackOffered: ALWAYS,
  TakebackAccepted: PAST,
  TakebackDeclined: ALWAYS,
  TakebackWithdrawn: ALWAYS,
  RematchOffered: ALWAYS,
  RematchAccepted: ALWAYS,
  RematchDeclined: ALWAYS,
  RematchWithdrawn: ALWAYS,
  PlayerResigned: ALWAYS,
  GameAborted: ALWAYS,
  GameStopped: ALWAYS,
  DrawClaimed: ALWAYS,
  VictoryClaimed: ALWAYS,
  FlagFell: ALWAYS,
  FirstMoveMissed: ALWAYS,
  ClocksResumed: ALWAYS,
  GameEnded: OFFER,
};

/** The keys of all answers that a step may have made untrue. */
export function keysInvalidatedBy(step: FactStep): readonly string[] {
  const keys: string[] = [];
  for (const name of INVALIDATED_BY[step.fact.type]) addKeys(keys, name, step);
  return keys;
}

const NOBODY = { person: null };

function addKeys(keys: string[], name: QueryName, step: FactStep): void {
  switch (name) {
    case 'UserGames':
      for (const person of peopleIn(step)) keys.push(userGamesKey(person, true), userGamesKey(person, false));
      return;
    case 'MoveAtTurn':
    case 'BoardStateAtTurn':
    case 'UnmovedPositionsAtTurn':
      for (const turn of turnsGone(step)) keys.push(QUERY_DEFINITIONS[name].key({ game: step.id, turn }, NOBODY));
      return;
    case 'ValidMovesAtTurn':
      for (const turn of turnsGone(step)) {
        for (const results of [false, true]) {
          keys.push(QUERY_DEFINITIONS[name].key({ game: step.id, turn, results }, NOBODY));
        }
      }
      return;
    case 'InspectionAtTurn':
      // Its keys tell the moves, so that no fact makes an answer untrue.
      return;
    default:
      keys.push(QUERY_DEFINITIONS[name].key({ game: step.id }, NOBODY));
  }
}

/** Turns that were there before and are not any more, or will be played anew. */
function turnsGone({ before, after }: FactStep): readonly number[] {
  const [first, last] = [turnOf(after) + 1, turnOf(before)];
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => first + index);
}

function peopleIn({ before, after }: FactStep): readonly string[] {
  const people: string[] = [];
  for (const person of [after.host, before.seats.white, before.seats.black, after.seats.white, after.seats.black]) {
    if (person !== null && !people.includes(person)) people.push(person);
  }
  return people;
}
