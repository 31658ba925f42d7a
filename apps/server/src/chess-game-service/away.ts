import type { GameView } from '@chessmith/game';
import { chessGameService } from '@chessmith/protocol';
import type { ListedGame, Presence } from '@chessmith/service';

/** Games of this contract have an alias and no host. In all others seats belong to people of our own API. */
export const isOfThisContract = ({ host, alias }: Pick<ListedGame, 'host' | 'alias'>): boolean =>
  host === null && alias !== null;

export const isSomeoneAway = ({ white, black }: Pick<Presence, 'white' | 'black'>): boolean => !white || !black;

/**
 * While a player of a running game is away, the server waits for players again: the contract has no other word for it, and
 * the original's web client then shows its lobby with the id of the game. With clocks the game goes on: a lobby in
 * front of the board would cost the other player time.
 */
export function situationOf(view: GameView, presence: Presence): chessGameService.ServerSituation {
  const isWaiting =
    view.situation === 'running' && view.clocks === null && isOfThisContract(view) && isSomeoneAway(presence);
  return isWaiting ? 'WaitingForPlayers' : chessGameService.serverSituationOf(view.situation);
}
