import type { GameId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { quantumCodec } from '@chessmith/protocol';
import { COLORS, type Color } from '@chessmith/rules';
import type { Core } from '../core.js';
import type { GameMirror } from './game-mirror.js';
import type { Guests } from './guests.js';
import type { Member, Members, Newcomer } from './members.js';

export type Seated = readonly { readonly color: Color; readonly person: PersonId }[];

type NewPlayer = Pick<Newcomer, 'name' | 'mayBecomeGuest'>;

/** The seats of a match. */
export type Seating = {
  /** Finds out which seats of an existing game belong to guests of this port. */
  open(): Promise<void>;
  /** In the order of the protocol; spectating is always possible. */
  freeRoles(): readonly quantumCodec.WireRole[];
  /** Whether this person connected through this port. */
  isOurs(person: PersonId): boolean;
  /** Players who connected through another adapter. */
  outsidePlayers(): Seated;
  /** Guests of this port who hold a seat of an unfinished game without a connection. */
  away(): Seated;
  /** Takes a seat; undefined if it is not available. */
  takeSeat(color: Color, newcomer: NewPlayer): Promise<PersonId | undefined>;
  /**
   * Gives the seat up if the game allows it. `learn` reads the resulting facts while the person still counts as a
   * guest of this port.
   */
  leaveSeat(member: Pick<Member, 'person' | 'role'>, readFacts: () => Promise<void>): Promise<void>;
};

/**
 * Seats of a match. A seat that cannot be given up, because the game keeps its seats or has ended, still belongs to
 * the guest who left. The next player takes it as that guest.
 */
export function createSeating(dependencies: {
  readonly core: Pick<Core, 'games' | 'people'>;
  readonly guests: Guests;
  readonly id: GameId;
  readonly mirror: GameMirror;
  readonly memberList: Members;
}): Seating {
  const { core, guests, id, mirror, memberList } = dependencies;
  const { games, people } = core;
  const ours = new Set<PersonId>();

  function isFree(color: Color): boolean {
    const { seats, configuration, end } = mirror.game();
    const person = seats[color];
    if (person !== null) return ours.has(person) && memberList.find(person) === undefined;
    return configuration?.against === 'people' && end === null;
  }

  const seatedWhere = (holds: (person: PersonId) => boolean): Seated =>
    COLORS.flatMap((color) => {
      const person = mirror.game().seats[color];
      return person !== null && holds(person) ? [{ color, person }] : [];
    });

  /**
   * A returning player continues as the same person; another player becomes a new person if the game lets players
   * leave.
   */
  async function takeOver(vacated: PersonId, color: Color, newcomer: NewPlayer): Promise<PersonId | undefined> {
    const before = await people.find(vacated);
    const { configuration, end } = mirror.game();
    if (!configuration?.openSeats || end !== null || (before.ok && before.value.name === newcomer.name)) return vacated;
    return seatGuest(color, newcomer, async () => {
      const left = await games.command(vacated, id, { type: 'LeaveGame', as: color });
      if (left.ok) await guests.forget(vacated);
    });
  }

  async function seatGuest(
    color: Color,
    { name, mayBecomeGuest }: NewPlayer,
    vacate?: () => Promise<void>,
  ): Promise<PersonId | undefined> {
    if (!mayBecomeGuest()) return undefined;
    await vacate?.();
    const person = await guests.make(name);
    ours.add(person);
    if (await join(person, color)) return person;
    ours.delete(person);
    await guests.forget(person);
    return undefined;
  }

  async function join(person: PersonId, color: Color): Promise<boolean> {
    const joined = await games.command(person, id, { type: 'JoinGame', color });
    if (!joined.ok) return false;
    if (mirror.game().configuration?.openSeats && joined.value.situation !== 'running') {
      await games.command(person, id, { type: 'StartGame' });
    }
    return true;
  }

  return {
    async open() {
      for (const person of Object.values(mirror.game().seats)) {
        if (person !== null && (await guests.isOne(person))) ours.add(person);
      }
    },
    freeRoles: () => [...COLORS.filter(isFree), 'spectator'],
    isOurs: (person) => ours.has(person),
    outsidePlayers: () => seatedWhere((person) => !ours.has(person)),
    away() {
      if (mirror.game().end !== null) return [];
      return seatedWhere((person) => ours.has(person) && memberList.find(person) === undefined);
    },
    takeSeat(color, newcomer) {
      const vacated = mirror.game().seats[color];
      return vacated === null ? seatGuest(color, newcomer) : takeOver(vacated, color, newcomer);
    },
    async leaveSeat({ person, role }, readFacts) {
      if (person === null) return;
      if (role === 'spectator') return guests.forget(person);
      const left = await games.command(person, id, { type: 'LeaveGame', as: role });
      await readFacts();
      if (left.ok) ours.delete(person);
      if (left.ok || mirror.game().end !== null) await guests.forget(person);
    },
  };
}
