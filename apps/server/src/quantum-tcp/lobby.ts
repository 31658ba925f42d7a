import { type GameId, SERVER } from '@chessmith/game';
import type { quantumCodec } from '@chessmith/protocol';
import { COLORS } from '@chessmith/rules';
import type { ListedGame } from '@chessmith/service';
import type { Core } from '../core.js';
import { createGuests } from './guests.js';
import { type Match, openMatch } from './match.js';
import { type Numbers, numberPool } from './numbers.js';
import { createOutsidePlayers, type OutsidePlayers, type WireName } from './outside-players.js';
import { isDeserted, isMadeHere, publicMatchLookup, RULESET } from './public-matches.js';
import type { Seated } from './seating.js';

/** A match: a game with the number that clients know it by. */
type Entry = {
  readonly id: number;
  readonly game: GameId;
  readonly isMadeHere: boolean;
  readonly outsidePlayers: OutsidePlayers;
  /** Set while a client of this port is inside or, for a game created here, while anybody is. */
  match: Match | undefined;
};

/** The list of matches, and the way into one. */
export type Lobby = {
  list(): Promise<readonly quantumCodec.WireMatch[]>;
  /** Reserves a number for a new match; undefined if none is left. */
  reserve(): number | undefined;
  release(id: number): void;
  /** Creates a game with a reserved number; undefined if that is not possible now. */
  create(id: number): Promise<Match | undefined>;
  find(id: number): Match | undefined;
  readonly clientNumbers: Numbers;
  /** Resumes the matches of the previous server process; they wait `returnMs` for their players. */
  resumeMatches(returnMs: number): Promise<void>;
  /** Called before connections are closed, so that players keep their seats. */
  close(): void;
};

/** All matches of this port. `board` is the board file for games created here. */
export function openLobby(core: Core, board: string | undefined): Lobby {
  const { games, people } = core;
  const guests = createGuests(core);
  const publicMatches = publicMatchLookup(games);
  // 0 asks for a new match and FFFF for the list.
  const matchNumbers = numberPool(1, 0xfffe);
  const clientNumbers = numberPool(0, 0xffff);
  const entries = new Map<number, Entry>();
  const entryOf = new Map<GameId, Entry>();

  function addEntry(id: number, game: GameId, isMadeHere: boolean): Entry {
    const entry = {
      id,
      game,
      isMadeHere,
      outsidePlayers: createOutsidePlayers(people, guests, clientNumbers),
      match: undefined,
    };
    entries.set(id, entry);
    entryOf.set(game, entry);
    return entry;
  }

  function removeEntry({ id, game, outsidePlayers }: Entry): void {
    entries.delete(id);
    entryOf.delete(game);
    outsidePlayers.forgetAll();
    matchNumbers.giveBack(id);
  }

  function open(entry: Entry, returnMs?: number): Match {
    const { game, isMadeHere, outsidePlayers } = entry;
    entry.match ??= openMatch(core, {
      id: game,
      isMadeHere,
      outsidePlayers,
      guests,
      ...(returnMs === undefined ? {} : { returnMs }),
      whenEmpty() {
        entry.match = undefined;
        if (isMadeHere) removeEntry(entry);
      },
    });
    return entry.match;
  }

  /**
   * Whether the game is running, or its players or its host are present: clients of this port cannot come back later.
   */
  function isAwaited(listing: ListedGame): boolean {
    const seated = seatedIn(listing).map(({ person }) => person);
    const awaited = seated.length > 0 || listing.host === null ? seated : [listing.host];
    return listing.situation === 'running' || awaited.some(people.isOnline);
  }

  /** Games of other adapters have a number while they are listed, or while a client of this port is inside. */
  function follow(listed: ReadonlyMap<GameId, ListedGame>): void {
    for (const entry of entries.values()) {
      if (!entry.isMadeHere && entry.match === undefined && !listed.has(entry.game)) removeEntry(entry);
    }
    for (const [game, listing] of listed) {
      if (isMadeHere(listing) || entryOf.has(game)) continue;
      const id = matchNumbers.take();
      if (id !== undefined) addEntry(id, game, false);
    }
  }

  async function guestsIn(listing: ListedGame | undefined): Promise<Seated> {
    const found: Seated[number][] = [];
    for (const seated of seatedIn(listing)) if (await guests.isOne(seated.person)) found.push(seated);
    return found;
  }

  async function wireMatchOf(
    entry: Entry,
    listing: ListedGame | undefined,
  ): Promise<quantumCodec.WireMatch | undefined> {
    const { id, match, outsidePlayers } = entry;
    const clients = (match?.members() ?? []).map(({ id, name, role }): Client => ({ id, name, role }));
    const add = (role: Client['role'], name: WireName | undefined): void => {
      if (name !== undefined) clients.push({ ...name, role });
    };
    const seated = match === undefined ? seatedIn(listing) : [...match.outsidePlayers(), ...match.away()];
    for (const { color, person } of seated) {
      add(color, (await outsidePlayers.player(person)) ?? (await outsidePlayers.away(person)));
    }
    // The original client shows a match without clients as another entry for a new match.
    if (clients.length === 0 && listing?.host) add('spectator', await outsidePlayers.player(listing.host));
    return clients.length === 0 ? undefined : { id, clients: clients.toSorted((a, b) => a.id - b.id) };
  }

  return {
    clientNumbers,
    async list() {
      const listed = new Map([...(await publicMatches())].filter(([, game]) => !isDeserted(game) && isAwaited(game)));
      follow(listed);
      const matches: quantumCodec.WireMatch[] = [];
      for (const entry of [...entries.values()].toSorted((a, b) => a.id - b.id)) {
        const match = await wireMatchOf(entry, listed.get(entry.game));
        if (match !== undefined) matches.push(match);
      }
      return matches;
    },
    reserve: matchNumbers.take,
    release: matchNumbers.giveBack,
    async create(id) {
      const setup = board === undefined ? {} : { position: board };
      const made = await games.create(SERVER, { ruleset: RULESET, setup, openSeats: true, autoStart: false });
      return made.ok ? open(addEntry(id, made.value.game, true)) : undefined;
    },
    find(id) {
      const entry = entries.get(id);
      return entry === undefined ? undefined : open(entry);
    },
    async resumeMatches(returnMs) {
      const oldestFirst = [...(await publicMatches())].toSorted(([, a], [, b]) =>
        a.createdAt.localeCompare(b.createdAt),
      );
      for (const [game, listing] of oldestFirst) {
        const id = isMadeHere(listing) ? matchNumbers.take() : undefined;
        if (id !== undefined) {
          await open(addEntry(id, game, true), returnMs).settle();
          continue;
        }
        for (const { color, person } of await guestsIn(listing)) {
          const left = await games.command(person, game, { type: 'LeaveGame', as: color });
          if (left.ok) await guests.forget(person);
        }
      }
    },
    close() {
      for (const { match } of entries.values()) match?.close();
    },
  };
}

type Client = quantumCodec.WireMatch['clients'][number];

const seatedIn = (listing: ListedGame | undefined): Seated =>
  COLORS.flatMap((color) => {
    const person = listing?.seats[color] ?? null;
    return person === null ? [] : [{ color, person }];
  });
