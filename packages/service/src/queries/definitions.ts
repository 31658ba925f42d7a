import type { QueryName } from '../facets/query.js';
import { activePlayer } from './active-player.js';
import { boardStateAtTurn } from './board-state-at-turn.js';
import type { QueryDefinition } from './definition.js';
import { drawOffer } from './draw-offer.js';
import { gameInformation } from './game-information.js';
import { inspectionAtTurn } from './inspection-at-turn.js';
import { moveAtTurn } from './move-at-turn.js';
import { moveHistory } from './move-history.js';
import { turnNumber } from './turn-number.js';
import { unmovedPositionsAtTurn } from './unmoved-positions-at-turn.js';
import { userGames } from './user-games.js';
import { validMovesAtTurn } from './valid-moves-at-turn.js';

export const QUERY_DEFINITIONS: { readonly [N in QueryName]: QueryDefinition<N> } = {
  MoveAtTurn: moveAtTurn,
  TurnNumber: turnNumber,
  BoardStateAtTurn: boardStateAtTurn,
  ValidMovesAtTurn: validMovesAtTurn,
  ActivePlayer: activePlayer,
  UnmovedPositionsAtTurn: unmovedPositionsAtTurn,
  DrawOffer: drawOffer,
  UserGames: userGames,
  GameInformation: gameInformation,
  MoveHistory: moveHistory,
  InspectionAtTurn: inspectionAtTurn,
};
