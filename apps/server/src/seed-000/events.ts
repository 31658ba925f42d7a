import type { GameView, News } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import { seed000 } from '@chessmith/protocol';
import type { Color } from '@chessmith/rules';
import type { Players } from './players.js';

type Event = readonly [type: string, payload: unknown];

/**
 * The events of seed 000 that a piece of news means, with the game as it is by now. What seed 000 tells as a whole, such
 * as the history, is told as of now; the news of a later move then tells it once more.
 */
export async function eventsOf({ node, payload }: News, view: GameView, players: Players): Promise<readonly Event[]> {
  const state = seed000.gameStateOf(view, await players.players(view));
  switch (node) {
    case 'ChessboardUpdateEvent':
      return [[node, state.chessboard]];
    case 'MoveHistoryUpdateEvent':
      return [[node, state.moveHistory]];
    case 'TurnUpdateEvent':
      return payload === null ? [] : [[node, seed000.teamOf(payload as Color)]];
    case 'GameSituationUpdateEvent':
      return situationEvents(payload as Situation, state);
    case 'GameOverUpdateEvent':
      return state.gameOver === null ? [] : [[node, state.gameOver]];
    case 'WhitePlayerUpdateEvent':
      return playerEvent(node, await players.player(payload as PersonId | null, 'WHITE'));
    case 'BlackPlayerUpdateEvent':
      return playerEvent(node, await players.player(payload as PersonId | null, 'BLACK'));
    case 'WhiteTimerUpdateEvent':
    case 'BlackTimerUpdateEvent':
      return payload === null ? [] : [[node, seed000.secondsOf((payload as { remainingMs: number }).remainingMs)]];
    case 'ServerSituationUpdateEvent':
      return [[node, seed000.serverSituationOf(payload as GameView['situation'])]];
    default:
      return [];
  }
}

type Situation = { readonly kind: 'none' | 'check' | 'checkmate' | 'stalemate' | 'promotion'; readonly to?: string };
const SITUATIONS = { none: 'None', check: 'Check', checkmate: 'Checkmate', stalemate: 'Stale' } as const;

/** In seed 000 a pawn that waits for its promotion has moved already. */
function situationEvents({ kind, to }: Situation, state: seed000.GameState): readonly Event[] {
  if (kind !== 'promotion') return [['GameSituationUpdateEvent', { type: SITUATIONS[kind] }]];
  return [
    ['ChessboardUpdateEvent', state.chessboard],
    ['MoveHistoryUpdateEvent', state.moveHistory],
    ['GameSituationUpdateEvent', { type: 'Promotion', promotingPawnPosition: seed000.positionOf(to!) }],
  ];
}

const playerEvent = (node: string, player: seed000.Player | null): readonly Event[] =>
  player === null ? [] : [[node, player]];
