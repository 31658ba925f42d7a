import type { GameView } from '@chessmith/game';
import { chessGameService } from '@chessmith/protocol';
import type { ListedGame, Presence } from '@chessmith/service';

/** Games of this contract have an alias and no host. Seats of all other games belong to people of `/api`. */
export const isOfThisContract = ({ host, alias }: Pick<ListedGame, 'host' | 'alias'>): boolean =>
  host === null && alias !== null;

export const isSomeoneAway = ({ white, black }: Pick<Presence, 'white' | 'black'>): boolean => !white || !black;

/**
 * While a player of a running game is away, the situation is "waiting for players": the contract has no other word,
 * and the original web client then shows its lobby with the game id. Games with clocks stay "running", since the
 * lobby would hide the board while the clock runs.
 */
export function situationOf(view: GameView, presence: Presence): chessGameService.ServerSituation {
  const isWaiting =
    view.situation === 'running' && view.clocks === null && isOfThisContract(view) && isSomeoneAway(presence);
  return isWaiting ? 'WaitingForPlayers' : chessGameService.serverSituationOf(view.situation);
}
