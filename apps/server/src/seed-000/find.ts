import { parseGameId } from '@chessmith/game';
import type { ListedGame, Service, ServiceRefusal } from '@chessmith/service';
import { err, type Result } from '@chessmith/std';

/** The contract knows one kind of chess. */
export const RULESET = 'standard';

/** The unfinished game that this id means: an alias, or one of our own ids. At its end a game is gone, as in the original. */
export async function findGame(service: Service, id: string): Promise<Result<ListedGame, ServiceRefusal>> {
  const chosen = await service.findByChosenId(id);
  const ours = chosen.ok ? null : parseGameId(id);
  const found = ours?.ok ? await service.findById(ours.value) : chosen;
  if (!found.ok) return found;
  const { ruleset, situation } = found.value;
  return ruleset === RULESET && situation !== 'terminated' ? found : err(NOT_FOUND);
}

const NOT_FOUND: ServiceRefusal = { code: 'game/not-found', message: 'There is no such game of standard chess.' };
