import type { GameId, Instant, PersonId, Version } from '@chessmith/game';
import type { Commit, Store } from '@chessmith/service';

/** Stores moves into games; each move is as large as a server's. */
export type Moves = {
  readonly games: number;
  /** Resolves when the game's next move is durable. */
  play(game: number): Promise<void>;
  versionOf(game: number): number;
};

const START = Date.UTC(2026, 0, 1);

export function moveStore(store: Store, games: number): Moves {
  const versions = new Array<number>(games).fill(0);
  let moves = 0;
  return {
    games,
    async play(game) {
      moves += 1;
      const version = versions[game]!;
      const answer = await store.games.append(commitTo(game, version, START + moves * 3), version as Version);
      if (answer.kind !== 'appended') throw new Error(`not appended: ${answer.kind}`);
      versions[game] = answer.version;
    },
    versionOf: (game) => versions[game]!,
  };
}

export function gameId(game: number): GameId {
  return `game${String(game).padStart(8, 'A')}` as GameId;
}

export function personId(person: number): PersonId {
  return `a0000000-0000-4000-8000-${String(person).padStart(12, '0')}` as PersonId;
}

function commitTo(game: number, ply: number, atMs: number): Commit {
  const at = instant(atMs);
  const [white, black] = [personId(2 * game), personId(2 * game + 1)];
  const [color, turn] = ply % 2 === 0 ? ['white', 'black'] : ['black', 'white'];
  const activity = { lastActivityAt: at, deadline: instant(atMs + 3_600_000) };
  const open = {
    ...{ at, color, ply, notation: 'Nf3', record: 'g1f3' },
    happened: [{ kind: 'moved', role: 'knight', color, from: 'g1', to: 'f3' }],
    ...{ usedChance: false, turn, tookMs: 1200 },
    clocks: {
      remainingMs: { white: 3_600_000 - atMs / 1e6, black: 3_600_000 },
      lagQuotaMs: { white: 500, black: 500 },
    },
  };
  return {
    ...{ game: gameId(game), actor: color === 'white' ? white : black, key: `m${ply}` },
    ...{ bodyHash: '{"move":"g1f3","type":"PlayMove"}', at },
    facts: [JSON.stringify({ type: 'MovePlayed', schema: 1, open })],
    answer: JSON.stringify({
      ...{ game: gameId(game), version: ply + 1, at, facts: ['MovePlayed'] },
      ...{ situation: 'running', ply },
    }),
    listing:
      ply > 0
        ? activity
        : {
            ...{ situation: 'running', ruleset: 'standard', isPrivate: false, host: white, alias: null },
            ...{ seats: { white, black }, joinCode: null },
            summary: {
              clock: { kind: 'per-player', playerMs: 3_600_000, incrementMs: 1000 },
              ...{ isRated: false, against: 'people', openSeats: false, ply, turn },
              position: 'rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2',
              ...{ lastMove: 'Nf3', end: null, endedAt: null },
            },
            ...{ createdAt: instant(START), ...activity },
          },
  };
}

function instant(ms: number): Instant {
  return new Date(ms).toISOString() as Instant;
}
