import type { Fact, GameEnd, GameId, Instant, Sides, Version } from '@chessmith/game';
import type { Color } from '@chessmith/rules';
import type { FactStep, ServiceRefusal } from '@chessmith/service';
import { mapOk, type Result } from '@chessmith/std';
import type { DataFolder } from './data-folder.js';

/** One fact of a game, and how the game stood after it; what is secret shows only in games that have ended. */
export type ReplayedFact = {
  readonly game: GameId;
  readonly version: Version;
  readonly at: Instant;
  readonly fact: Fact['type'];
  /** Who did it, where a side did. */
  readonly color: Color | null;
  /** The move, where it was one. */
  readonly move: string | null;
  readonly tookMs: number | null;
  readonly ply: number;
  readonly turn: Color | null;
  readonly clocks: Sides<number> | null;
  /** In the ruleset's own notation; null before there is a board. */
  readonly position: string | null;
  readonly end: GameEnd | null;
};

/** A game from its first fact to its last, folded through its referee. */
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
