import type { EndCause, GameEnd, GameView, PendingPromotion, Situation } from '@chessmith/game';
import type { ViewPiece } from '@chessmith/rules';
import { type Configuration, type Duration, secondsOf, timeConstraintOf } from './configuration.js';
import { type HistoryEntry, historyEntry } from './moves.js';
import {
  type Chessboard,
  chessboardOf,
  type Player,
  type Position,
  pieceOf,
  positionOf,
  type Team,
  teamOf,
} from './pieces.js';

export type GameSituation =
  | { readonly type: 'None' | 'Check' | 'Stale' | 'Checkmate' }
  | { readonly type: 'Promotion'; readonly promotingPawnPosition: Position };
export type GameOver = {
  readonly cause: 'Checkmate' | 'Stalemate' | 'Timeout' | 'Surrender';
  readonly winner: Player | null;
};
export type ServerSituation = 'NotConfigured' | 'WaitingForPlayers' | 'Ready' | 'Running' | 'Terminated';
export type ContractError = { readonly type: string; readonly message: string };
export type Players = { readonly white: Player | null; readonly black: Player | null };

export type GameState = {
  readonly chessboard: Chessboard;
  readonly moveHistory: { readonly entries: readonly HistoryEntry[] };
  readonly currentTurn: Team;
  readonly configuration: Configuration;
  readonly situation: GameSituation;
  readonly gameOver: GameOver | null;
  readonly timers: { readonly white: Duration | null; readonly black: Duration | null };
};
export type ServerState = {
  readonly situation: ServerSituation;
  readonly subscriptions: readonly string[];
  readonly error: ContractError | null;
  readonly gameState: GameState;
};

/** The contract's game state, made from a public view. */
export function gameStateOf(view: GameView, players: Players): GameState {
  const { board, promotion, clocks, configuration } = view;
  const pieces = board?.pieces ?? [];
  return {
    chessboard: chessboardOf(promotion === null ? pieces : afterAdvance(pieces, promotion)),
    moveHistory: { entries: historyOf(view) },
    currentTurn: teamOf(view.turn ?? 'white'),
    configuration: {
      timeConstraint: timeConstraintOf(configuration?.clock ?? { kind: 'none' }),
      gameMode: configuration?.against === 'computer' ? 'PVE' : 'PVP',
      whitePlayer: players.white,
      blackPlayer: players.black,
      gameId: view.alias ?? view.id,
      isPrivate: configuration?.isPrivate ?? false,
    },
    situation: situationOf(view),
    gameOver: view.end === null ? null : gameOverOf(view.end, players),
    timers: {
      white: clocks && secondsOf(clocks.remainingMs.white),
      black: clocks && secondsOf(clocks.remainingMs.black),
    },
  };
}

function historyOf({ moves, promotion, board, turn }: GameView): readonly HistoryEntry[] {
  const played = moves.map(historyEntry);
  if (promotion === null || board === null) return played;
  const taken = board.pieces.find(({ square }) => square === promotion.to);
  const steps = { from: positionOf(promotion.from), to: positionOf(promotion.to) };
  const move = taken === undefined ? steps : { ...steps, capturedPiece: pieceOf(taken.role, taken.color) };
  return [...played, { piece: pieceOf('pawn', turn ?? 'white'), move }];
}

/** While a player chooses the promotion piece, the contract shows the pawn on the last rank. */
function afterAdvance(pieces: readonly ViewPiece[], { from, to }: PendingPromotion): readonly ViewPiece[] {
  return pieces
    .filter(({ square }) => square !== to)
    .map((piece) => (piece.square === from ? { ...piece, square: to } : piece));
}

/** The contract's game situation. A pending promotion takes precedence over check. */
export function situationOf({ promotion, board }: Pick<GameView, 'promotion' | 'board'>): GameSituation {
  if (promotion !== null) return { type: 'Promotion', promotingPawnPosition: positionOf(promotion.to) };
  const by = board?.outcome?.by;
  if (by === 'checkmate') return { type: 'Checkmate' };
  if (by === 'stalemate') return { type: 'Stale' };
  return { type: board !== null && board.check.length > 0 ? 'Check' : 'None' };
}

/** Null for an end without a result: the contract only calls such a game terminated. */
export function gameOverOf(end: GameEnd, players: Players): GameOver | null {
  if (end.kind === 'none') return null;
  return { cause: CAUSES[end.cause], winner: end.kind === 'win' ? players[end.winner] : null };
}

/** Maps ends that the contract does not know to the nearest one that it does. */
const CAUSES: { readonly [cause in EndCause]: GameOver['cause'] } = {
  checkmate: 'Checkmate',
  stalemate: 'Stalemate',
  timeout: 'Timeout',
  surrender: 'Surrender',
  agreement: 'Stalemate',
  repetition: 'Stalemate',
  'move-rule': 'Stalemate',
  material: 'Stalemate',
  'variant-end': 'Checkmate',
  aborted: 'Surrender',
  abandoned: 'Surrender',
  stopped: 'Surrender',
  'rules-failed': 'Stalemate',
};

const SITUATIONS: { readonly [situation in Situation]: ServerSituation } = {
  absent: 'NotConfigured',
  'not-configured': 'NotConfigured',
  'waiting-for-players': 'WaitingForPlayers',
  ready: 'Ready',
  running: 'Running',
  terminated: 'Terminated',
};
export const serverSituationOf = (situation: Situation): ServerSituation => SITUATIONS[situation];
