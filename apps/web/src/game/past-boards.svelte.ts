import type { Client } from '@chessmith/client';
import type { api } from '@chessmith/protocol';
import type { Color, ViewPiece } from '@chessmith/rules';
import type { Pockets } from '../board/ground.js';
import { lobby } from '../session.svelte.js';
import type { EarlierMove } from './earlier-moves.js';

type BoardState = {
  readonly pieces: readonly ViewPiece[];
  readonly pockets: Pockets | null;
  readonly check: readonly string[];
  readonly turn: number;
  readonly active: Color;
  readonly extra: object | null;
};

/** What looking back needs to know about the game. */
type Source = {
  readonly view: () => api.GameView | null;
  readonly earlier: () => readonly EarlierMove[];
  readonly client: () => Promise<Client>;
};

/** The board and the clocks of earlier plies, loaded when somebody looks back. */
export function openPastBoards(game: string, { view, earlier, client }: Source) {
  /** The ply on the board; null follows the game. */
  let ply = $state.raw<number | null>(null);
  let board = $state.raw<BoardState | null>(null);
  /** The clocks after each ply of a finished game. */
  let clocksByPly = $state.raw<ReadonlyMap<number, Times> | null>(null);
  const boards = new Map<number, BoardState>();

  async function loadClocks(): Promise<void> {
    clocksByPly = new Map();
    clocksByPly = await readClocksByPly(game);
  }

  return {
    get ply() {
      return ply;
    },
    /** The board at this ply; null while it loads. */
    get board() {
      return ply !== null && board?.turn === ply ? board : null;
    },
    /** The clocks at this ply; null until they are loaded. */
    get clocks(): Times | null {
      return ply === null ? null : (clocksByPly?.get(ply) ?? null);
    },
    /** Forgets the boards of moves that were taken back, and follows the game again if it reached the shown ply. */
    keepBefore(current: number): void {
      for (const known of boards.keys()) if (known > current) boards.delete(known);
      if (ply !== null && ply >= current) ply = null;
    },
    async show(wanted: number): Promise<void> {
      const moves = earlier();
      const now = view();
      const turn = Math.max(-moves.length, wanted);
      if (turn >= (now?.ply ?? 0)) {
        ply = null;
        return;
      }
      ply = turn;
      if (now !== null && now.end !== null && now.clocks !== null && clocksByPly === null) void loadClocks();
      const known = boards.get(turn);
      if (known !== undefined) {
        board = known;
        return;
      }
      const before = moves[turn + moves.length - 1];
      const place = turn >= 0 ? { game, turn } : { game: before?.game ?? moves[0]!.game, turn: before?.turn ?? 0 };
      const answer = await (await client()).query<BoardState>({ name: 'BoardStateAtTurn', ...place });
      if (!answer.ok) return;
      const loaded = { ...answer.value, turn };
      boards.set(turn, loaded);
      if (ply === turn) board = loaded;
    },
  };
}

type Times = { readonly [color in Color]: number };

async function readClocksByPly(game: string): Promise<ReadonlyMap<number, Times>> {
  const [started, moved] = await Promise.all([
    lobby.facts(game, { type: 'GameStarted' }),
    lobby.facts(game, { type: 'MovePlayed' }),
  ]);
  const facts = [started, moved].flatMap((answer) => (answer.ok ? answer.value.facts : []));
  // After a takeback a ply occurs twice; the later fact wins.
  return new Map(
    facts.flatMap(({ fact }) => {
      const { ply = 0, clocks } = fact as {
        readonly ply?: number;
        readonly clocks?: { readonly remainingMs: Times } | null;
      };
      return clocks == null ? [] : [[ply, clocks.remainingMs] as const];
    }),
  );
}
