import type {
  ClockSetting,
  Clocks,
  GameEnd,
  GameId,
  MoveView,
  Offers,
  Promotion,
  Situation,
  Version,
} from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Color, Inspection, Json, View } from '@chessmith/rules';
import type { ListedGame } from '../ports/index.js';

/**
 * The questions of seed 002, and one for rules that have more to tell than a board shows, each with what it is asked about
 * and what is answered. Turns are plies: 0 is the start.
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
/** Without a turn, the present one is meant. */
export type MaybeAtTurn = OfGame & { readonly turn?: number };

export type BoardState = {
  readonly turn: number;
  /** In the ruleset's own notation: FEN for classical chess. */
  readonly position: string;
  readonly active: Color;
  readonly pieces: View['pieces'];
  readonly pockets: View['pockets'] | null;
  readonly check: readonly string[];
  /** What only its ruleset shows; a message of the turn, say. */
  readonly extra: View['extra'] | null;
};

export type ValidMoves = {
  readonly turn: number;
  readonly choices: View['choices'];
  /** Every single move, as `e2e4`. */
  readonly moves: readonly string[];
  /** The same by square, without roles, drops and splits. */
  readonly byFrom: { readonly [from: string]: readonly string[] };
  /** If asked for: each move as people write it and where it leads, unless a lot would decide that. */
  readonly results: readonly MoveRecord[] | null;
};

export type ActivePlayer = { readonly color: Color; readonly person: PersonId | null };

/** `move` is as people write it, empty for the start; `position` is what it led to. */
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
  /** As they were when the running one was last started. */
  readonly clocks: Clocks | null;
  readonly promotion: Promotion | null;
  readonly offers: Offers;
  readonly end: GameEnd | null;
};
