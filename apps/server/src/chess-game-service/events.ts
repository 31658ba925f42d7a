import type { GameView, News } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import { chessGameService } from '@chessmith/protocol';
import type { Color } from '@chessmith/rules';
import type { Players } from './players.js';

type Event = readonly [type: string, payload: unknown];

/**
 * The contract's events for an item of news. State that the contract sends as a whole, such as the history, is
 * current; the news of a later move sends it again.
 */
export async function eventsOf({ node, payload }: News, view: GameView, players: Players): Promise<readonly Event[]> {
  const state = chessGameService.gameStateOf(view, await players.players(view));
  switch (node) {
    case 'ChessboardUpdateEvent':
      return [[node, state.chessboard]];
    case 'MoveHistoryUpdateEvent':
      return [[node, state.moveHistory]];
    case 'TurnUpdateEvent':
      return payload === null ? [] : [[node, chessGameService.teamOf(payload as Color)]];
    case 'GameSituationUpdateEvent':
      return [[node, gameSituationOf(payload as Situation)]];
    case 'GameOverUpdateEvent':
      return state.gameOver === null ? [] : [[node, state.gameOver]];
    case 'WhitePlayerUpdateEvent':
      return playerEvent(node, await players.player(payload as PersonId | null, 'WHITE'));
    case 'BlackPlayerUpdateEvent':
      return playerEvent(node, await players.player(payload as PersonId | null, 'BLACK'));
    case 'WhiteTimerUpdateEvent':
    case 'BlackTimerUpdateEvent':
      return payload === null
        ? []
        : [[node, chessGameService.secondsOf((payload as { remainingMs: number }).remainingMs)]];
    case 'ServerSituationUpdateEvent':
      return [[node, chessGameService.serverSituationOf(payload as GameView['situation'])]];
    default:
      return [];
  }
}

type Situation = { readonly kind: 'none' | 'check' | 'checkmate' | 'stalemate' | 'promotion'; readonly to?: string };
const SITUATIONS = { none: 'None', check: 'Check', checkmate: 'Checkmate', stalemate: 'Stale' } as const;

const gameSituationOf = ({ kind, to }: Situation): chessGameService.GameSituation =>
  kind === 'promotion'
    ? { type: 'Promotion', promotingPawnPosition: chessGameService.positionOf(to!) }
    : { type: SITUATIONS[kind] };

/**
 * Adapts the news of promotions: in this contract a pawn that waits for its promotion has already moved. Board and
 * history change when it starts to wait and when the game ends before the choice; the choice itself does not change
 * the history.
 */
export function promotionEventFilter({ moves, promotion }: Pick<GameView, 'moves' | 'promotion'>) {
  let plies = moves.length;
  let isWaiting = promotion !== null;
  return (items: readonly News[]): readonly News[] => {
    const before = { plies, isWaiting };
    const history = items.find(({ node }) => node === 'MoveHistoryUpdateEvent');
    const situation = items.find(({ node }) => node === 'GameSituationUpdateEvent');
    if (history !== undefined) plies = (history.payload as { ply: number }).ply;
    if (situation !== undefined) isWaiting = (situation.payload as Situation).kind === 'promotion';
    if (before.isWaiting && plies > before.plies) return items.filter((news) => news !== history);
    if (before.isWaiting === isWaiting || history !== undefined) return items;
    return items.flatMap((news) => (news === situation ? [...movedPawn(news), news] : [news]));
  };
}

const movedPawn = (news: News): readonly News[] => [
  { ...news, node: 'ChessboardUpdateEvent', payload: null },
  { ...news, node: 'MoveHistoryUpdateEvent', payload: null },
];

const playerEvent = (node: string, player: chessGameService.Player | null): readonly Event[] =>
  player === null ? [] : [[node, player]];
