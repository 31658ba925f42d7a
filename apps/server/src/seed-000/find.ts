import { parseGameId } from '@chessmith/game';
import type { ListedGame, Service, ServiceRefusal } from '@chessmith/service';
import { err, type Result } from '@chessmith/std';

/** The contract knows one kind of chess. */
export const RULESET = 'standard';

/** The unfinished game that this id means: one of our own ids, or an alias. At its end a game is gone, as in the original. */
export async function findGame(service: Service, id: string): Promise<Result<ListedGame, ServiceRefusal>> {
  // Ours first: else whoever names a game after the id of another would draw away those who are on their way to it.
  const ours = parseGameId(id);
  const byId = ours.ok ? await service.findById(ours.value) : ours;
  const found = byId.ok ? byId : await service.findByChosenId(id);
  if (!found.ok) return found;
  const { ruleset, situation } = found.value;
  return ruleset === RULESET && situation !== 'terminated' ? found : err(NOT_FOUND);
}

const NOT_FOUND: ServiceRefusal = { code: 'game/not-found', message: 'There is no such game of standard chess.' };
