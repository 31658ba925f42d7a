import { parseGameId } from '@chessmith/game';
import type { ListedGame, Service, ServiceRefusal } from '@chessmith/service';
import { err, type Result } from '@chessmith/std';

/** The contract knows one kind of chess. */
export const RULESET = 'standard';

/** The game that this id means: an alias among unfinished games, or one of our own ids. */
export async function findGame(service: Service, id: string): Promise<Result<ListedGame, ServiceRefusal>> {
  const byAlias = await service.findByAlias(id);
  const ours = byAlias.ok ? null : parseGameId(id);
  const found = ours?.ok ? await service.findById(ours.value) : byAlias;
  return found.ok && found.value.ruleset !== RULESET ? err(NOT_FOUND) : found;
}

const NOT_FOUND: ServiceRefusal = { code: 'game/not-found', message: 'There is no such game of standard chess.' };
