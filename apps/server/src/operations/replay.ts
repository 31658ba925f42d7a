import type { Fact, GameEnd, GameId, Instant, Sides, Version } from '@chessmith/game';
import type { Color } from '@chessmith/rules';
import type { FactStep, ServiceRefusal } from '@chessmith/service';
import { mapOk, type Result } from '@chessmith/std';
import type { DataFolder } from './data-folder.js';

/** One fact and the game after it. Secrets show only in ended games. */
export type ReplayedFact = {
  readonly game: GameId;
  readonly version: Version;
  readonly at: Instant;
  readonly fact: Fact['type'];
  /** The side that acted, if any. */
  readonly color: Color | null;
  /** The move, if the fact is one. */
  readonly move: string | null;
  readonly tookMs: number | null;
  readonly ply: number;
  readonly turn: Color | null;
  readonly clocks: Sides<number> | null;
  /** In the ruleset's notation; null before the game has a board. */
  readonly position: string | null;
  readonly end: GameEnd | null;
};

/** Replays a game from its first to its last fact. */
export async function replayGame(
  folder: DataFolder,
  game: string,
): Promise<Result<readonly ReplayedFact[], ServiceRefusal>> {
  return mapOk(await folder.steps(game as GameId), (steps) => {
    const hasEnded = steps.at(-1)?.after.end !== null;
    return steps.map((step) => replayed(step, hasEnded));
  });
}

function replayed({ id, referee, fact, after }: FactStep, hasEnded: boolean): ReplayedFact {
  const { version, board, clocks, end } = after;
  const viewer = { kind: hasEnded ? 'all' : 'watcher' } as const;
  return {
    game: id,
    version,
    at: fact.at,
    fact: fact.type,
    color: 'color' in fact ? fact.color : null,
    move: fact.type === 'MovePlayed' ? fact.notation : null,
    tookMs: fact.type === 'MovePlayed' ? fact.tookMs : null,
    ply: board?.moves.length ?? 0,
    turn: board?.turn ?? null,
    clocks: clocks === null ? null : clocks.remainingMs,
    position: board === null ? null : referee.view(board.position, viewer).notation,
    end,
  };
}
