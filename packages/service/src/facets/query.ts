import type {
  ClockSetting,
  Clocks,
  GameEnd,
  GameId,
  MoveView,
  Offers,
  PendingPromotion,
  Situation,
  Version,
} from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Color, Inspection, Json, View } from '@chessmith/rules';
import type { ListedGame } from '../ports/index.js';

/**
 * All queries with their parameters and results. They follow foodtastechess, except for `InspectionAtTurn`. Turns are
 * plies: 0 is the start.
 */
export type QueryResults = {
  MoveAtTurn: { parameters: AtTurn; result: MoveView };
  TurnNumber: { parameters: OfGame; result: number };
  BoardStateAtTurn: { parameters: MaybeAtTurn; result: BoardState };
  ValidMovesAtTurn: { parameters: MaybeAtTurn & { readonly results?: boolean }; result: ValidMoves };
  ActivePlayer: { parameters: MaybeAtTurn; result: ActivePlayer };
  UnmovedPositionsAtTurn: { parameters: MaybeAtTurn; result: readonly string[] };
  DrawOffer: { parameters: OfGame; result: { readonly by: Color | null } };
  UserGames: { parameters: { readonly person: PersonId }; result: readonly ListedGame[] };
  GameInformation: { parameters: OfGame; result: GameInformation };
  MoveHistory: { parameters: OfGame; result: readonly MoveRecord[] };
  InspectionAtTurn: { parameters: MaybeAtTurn & { readonly inspection: Inspection }; result: Json };
};

export type QueryName = keyof QueryResults;
export type QueryParameters<N extends QueryName> = QueryResults[N]['parameters'];
export type QueryResult<N extends QueryName> = QueryResults[N]['result'];
export type Query<N extends QueryName = QueryName> = { [K in N]: { readonly name: K } & QueryParameters<K> }[N];

export const QUERY_NAMES = [
  'MoveAtTurn',
  'TurnNumber',
  'BoardStateAtTurn',
  'ValidMovesAtTurn',
  'ActivePlayer',
  'UnmovedPositionsAtTurn',
  'DrawOffer',
  'UserGames',
  'GameInformation',
  'MoveHistory',
  'InspectionAtTurn',
] as const satisfies readonly QueryName[];

export type OfGame = { readonly game: GameId };
export type AtTurn = OfGame & { readonly turn: number };
/** Default: the current turn. */
export type MaybeAtTurn = OfGame & { readonly turn?: number };

export type BoardState = {
  readonly turn: number;
  /** In the ruleset's own notation: FEN for classical chess. */
  readonly position: string;
  readonly active: Color;
  readonly pieces: View['pieces'];
  readonly pockets: View['pockets'] | null;
  readonly check: readonly string[];
  /** Extra data of this ruleset's view, such as a message. */
  readonly extra: View['extra'] | null;
};

export type ValidMoves = {
  readonly turn: number;
  readonly choices: View['choices'];
  /** Every single move, as `e2e4`. */
  readonly moves: readonly string[];
  /** Target squares by start square; without promotions, drops and splits. */
  readonly byFrom: { readonly [from: string]: readonly string[] };
  /** If requested: each move in notation and the position it leads to. Moves that chance decides are left out. */
  readonly results: readonly MoveRecord[] | null;
};

export type ActivePlayer = { readonly color: Color; readonly person: PersonId | null };

/** `move` is in notation, empty for the start; `position` is what it led to. */
export type MoveRecord = { readonly move: string; readonly position: string };

/** Guests may have no name. */
export type Player = { readonly id: PersonId; readonly name: string | null };

export type GameInformation = {
  readonly game: GameId;
  readonly version: Version;
  readonly situation: Situation;
  readonly ruleset: string;
  readonly turn: number;
  readonly active: Color;
  readonly position: string;
  readonly pieces: View['pieces'];
  /** Squares of royal pieces that are attacked. */
  readonly check: readonly string[];
  readonly seats: { readonly white: PersonId | null; readonly black: PersonId | null };
  readonly players: { readonly white: Player | null; readonly black: Player | null };
  readonly clock: ClockSetting;
  /** As of the last start of a clock; the running one has less time left. */
  readonly clocks: Clocks | null;
  readonly promotion: PendingPromotion | null;
  readonly offers: Offers;
  readonly end: GameEnd | null;
};
