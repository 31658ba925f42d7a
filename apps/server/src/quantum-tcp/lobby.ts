import { type GameId, SERVER } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { quantumCodec } from '@chessmith/protocol';
import { COLORS, type Color } from '@chessmith/rules';
import type { ListedGame } from '@chessmith/service';
import type { Core } from '../core.js';
import { openGuests } from './guests.js';
import { type Match, openMatch } from './match.js';
import { type Numbers, openNumbers } from './numbers.js';
import { isDeserted, isMadeHere, openPublicMatches, RULESET } from './public-matches.js';
import { openStrangers, type Strangers } from './strangers.js';

/** What the protocol calls a match: a game under the number that clients know it by. */
type Entry = {
  readonly id: number;
  readonly game: GameId;
  readonly isMadeHere: boolean;
  readonly strangers: Strangers;
  /** While somebody who came by this port is inside, or, of a game made here, anybody. */
  match: Match | undefined;
};

/** The way into a match. It is open from the choice to the role, and nobody else waits for it. */
export type Lobby = {
  list(): Promise<readonly quantumCodec.WireMatch[]>;
  /** A number for a new match; undefined when none is left. */
  reserve(): number | undefined;
  release(id: number): void;
  /** Makes a game under a reserved number; undefined if that is not possible now. */
  create(id: number): Promise<Match | undefined>;
  find(id: number): Match | undefined;
  readonly clientNumbers: Numbers;
  /** Takes up what a server before this one left behind. */
  tidyUp(): Promise<void>;
  close(): void;
};

/** All matches of this port. `board` is the text of the board file of games that are made here. */
export function openLobby(core: Core, board: string | undefined): Lobby {
  const { service } = core;
  const guests = openGuests(core);
  const publicMatches = openPublicMatches(service);
  // 0 asks for a new match and FFFF for the list.
  const matchNumbers = openNumbers(1, 0xfffe);
  const clientNumbers = openNumbers(0, 0xffff);
  const entries = new Map<number, Entry>();
  const entryOf = new Map<GameId, Entry>();

  function enlist(id: number, game: GameId, isMadeHere: boolean): Entry {
    const entry = { id, game, isMadeHere, strangers: openStrangers(service, guests, clientNumbers), match: undefined };
    entries.set(id, entry);
    entryOf.set(game, entry);
    return entry;
  }

  function strike({ id, game, strangers }: Entry): void {
    entries.delete(id);
    entryOf.delete(game);
    strangers.forgetAll();
    matchNumbers.giveBack(id);
  }

  function open(entry: Entry): Match {
    const { game, isMadeHere, strangers } = entry;
    entry.match ??= openMatch(core, {
      id: game,
      isMadeHere,
      strangers,
      guests,
      whenEmpty() {
        entry.match = undefined;
        if (isMadeHere) strike(entry);
      },
    });
    return entry.match;
  }

  /** Games that were made elsewhere have a number while they can be seen, or somebody of this port is inside. */
  function follow(listed: ReadonlyMap<GameId, ListedGame>): void {
    for (const entry of entries.values()) {
      if (!entry.isMadeHere && entry.match === undefined && !listed.has(entry.game)) strike(entry);
    }
    for (const [game, listing] of listed) {
      if (isMadeHere(listing) || entryOf.has(game)) continue;
      const id = matchNumbers.take();
      if (id !== undefined) enlist(id, game, false);
    }
  }

  async function shown(entry: Entry, listing: ListedGame | undefined): Promise<quantumCodec.WireMatch | undefined> {
    const { id, match, strangers, isMadeHere } = entry;
    const members = match?.members() ?? [];
    const seated = match?.strangers() ?? seatedIn(listing);
    if (isMadeHere ? members.length + seated.length === 0 : listing === undefined && members.length === 0) return;
    const clients = members.map(({ id, name, role }): Client => ({ id, name, role }));
    for (const { color, person } of seated) {
      const who = await strangers.player(person);
      if (who !== undefined) clients.push({ ...who, role: color });
    }
    return { id, clients: clients.toSorted((a, b) => a.id - b.id) };
  }

  return {
    clientNumbers,
    async list() {
      const listed = new Map([...(await publicMatches())].filter(([, game]) => !isDeserted(game)));
      follow(listed);
      const matches: quantumCodec.WireMatch[] = [];
      for (const entry of [...entries.values()].toSorted((a, b) => a.id - b.id)) {
        const match = await shown(entry, listed.get(entry.game));
        if (match !== undefined) matches.push(match);
      }
      return matches;
    },
    reserve: matchNumbers.take,
    release: matchNumbers.giveBack,
    async create(id) {
      const setup = board === undefined ? {} : { position: board };
      const made = await service.createGame(SERVER, { ruleset: RULESET, setup, openSeats: true, autoStart: false });
      return made.ok ? open(enlist(id, made.value.game, true)) : undefined;
    },
    find(id) {
      const entry = entries.get(id);
      return entry === undefined ? undefined : open(entry);
    },
    async tidyUp() {
      for (const [game, listing] of await publicMatches()) {
        for (const { color, person } of seatedIn(listing)) {
          if (!(await guests.isOne(person))) continue;
          const left = await service.command(person, game, { type: 'LeaveGame', as: color });
          if (left.ok) await guests.forget(person);
        }
        const id = isMadeHere(listing) ? matchNumbers.take() : undefined;
        if (id !== undefined) await open(enlist(id, game, true)).settle();
      }
    },
    close() {
      for (const { match } of entries.values()) match?.close();
    },
  };
}

type Client = quantumCodec.WireMatch['clients'][number];
type Seated = readonly { readonly color: Color; readonly person: PersonId }[];

const seatedIn = (listing: ListedGame | undefined): Seated =>
  COLORS.flatMap((color) => {
    const person = listing?.seats[color] ?? null;
    return person === null ? [] : [{ color, person }];
  });
