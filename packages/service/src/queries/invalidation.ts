import type { FactType } from '@chessmith/game';
import type { QueryName } from '../facets/query.js';
import type { FactStep } from '../games/live-game.js';
import { turnOf } from './definition.js';
import { QUERY_DEFINITIONS } from './definitions.js';
import { userGamesKey } from './user-games.js';

const EVERY_FACT = ['UserGames'] as const satisfies readonly QueryName[];
const OFFER = [...EVERY_FACT, 'DrawOffer'] as const satisfies readonly QueryName[];
const SEAT = [...EVERY_FACT, 'ActivePlayer', 'DrawOffer'] as const satisfies readonly QueryName[];
const TURN = [
  ...EVERY_FACT,
  'TurnNumber',
  'ActivePlayer',
  'DrawOffer',
  'MoveHistory',
] as const satisfies readonly QueryName[];
const TAKEBACK = [
  ...TURN,
  'MoveAtTurn',
  'BoardStateAtTurn',
  'ValidMovesAtTurn',
  'UnmovedPositionsAtTurn',
] as const satisfies readonly QueryName[];

/** The queries whose results a fact may change. For queries about a turn, only turns that the fact removes. */
export const INVALIDATED_BY: { readonly [T in FactType]: readonly QueryName[] } = {
  GameCreated: EVERY_FACT,
  GameConfigured: TURN,
  PlayerJoined: SEAT,
  PlayerLeft: SEAT,
  GameStarted: EVERY_FACT,
  MovePlayed: TURN,
  PromotionAwaited: EVERY_FACT,
  DrawOffered: OFFER,
  DrawAccepted: OFFER,
  DrawDeclined: OFFER,
  DrawWithdrawn: OFFER,
  TakebackOffered: EVERY_FACT,
  TakebackAccepted: TAKEBACK,
  TakebackDeclined: EVERY_FACT,
  TakebackWithdrawn: EVERY_FACT,
  RematchOffered: EVERY_FACT,
  RematchAccepted: EVERY_FACT,
  RematchDeclined: EVERY_FACT,
  RematchWithdrawn: EVERY_FACT,
  PlayerResigned: EVERY_FACT,
  GameAborted: EVERY_FACT,
  GameStopped: EVERY_FACT,
  DrawClaimed: EVERY_FACT,
  VictoryClaimed: EVERY_FACT,
  FlagFell: EVERY_FACT,
  FirstMoveMissed: EVERY_FACT,
  ClocksResumed: EVERY_FACT,
  GameEnded: OFFER,
};

/** The cache keys of all results that a step may have changed. */
export function keysInvalidatedBy(step: FactStep): readonly string[] {
  const keys: string[] = [];
  for (const name of INVALIDATED_BY[step.fact.type]) addKeys(keys, name, step);
  return keys;
}

const ANONYMOUS = { person: null };

function addKeys(keys: string[], name: QueryName, step: FactStep): void {
  switch (name) {
    case 'UserGames':
      for (const person of peopleIn(step)) keys.push(userGamesKey(person, true), userGamesKey(person, false));
      return;
    case 'MoveAtTurn':
    case 'BoardStateAtTurn':
    case 'UnmovedPositionsAtTurn':
      for (const turn of removedTurns(step)) keys.push(QUERY_DEFINITIONS[name].key({ game: step.id, turn }, ANONYMOUS));
      return;
    case 'ValidMovesAtTurn':
      for (const turn of removedTurns(step)) {
        for (const results of [false, true]) {
          keys.push(QUERY_DEFINITIONS[name].key({ game: step.id, turn, results }, ANONYMOUS));
        }
      }
      return;
    case 'InspectionAtTurn':
      // Keys of inspections contain the moves, so their results stay valid.
      return;
    default:
      keys.push(QUERY_DEFINITIONS[name].key({ game: step.id }, ANONYMOUS));
  }
}

/** Turns that existed before the step and not after it. */
function removedTurns({ before, after }: FactStep): readonly number[] {
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
