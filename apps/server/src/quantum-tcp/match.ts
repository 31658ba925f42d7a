import { type Fact, type GameId, SERVER } from '@chessmith/game';
import type { quantumCodec } from '@chessmith/protocol';
import type { Service } from '@chessmith/service';
import type { Core } from '../core.js';
import { serialQueue } from '../system/serial-queue.js';
import { openChatting } from './chat.js';
import { boardOf, messagesOf } from './fact-messages.js';
import { type FragmentsGame, openGameMirror } from './game-mirror.js';
import type { Guests } from './guests.js';
import { messageHandler } from './handle-message.js';
import { type Member, type Newcomer, newMember, openMembers } from './members.js';
import type { OutsidePlayers } from './outside-players.js';
import { openSeating, type Seating } from './seating.js';

/** One game for the clients of this port. */
export type Match = {
  /** The connected clients of this port. */
  members(): readonly Member[];
  /** Players who connected through another adapter. */
  strangers: Seating['strangers'];
  away: Seating['away'];
  /** The roles that a new client may choose; undefined if the game is gone. */
  freeRoles(): Promise<readonly quantumCodec.WireRole[] | undefined>;
  /** Adds a client and tells all members; undefined if the role is no longer free. */
  enter(newcomer: Newcomer): Promise<Membership | undefined>;
  /** Closes the match if it is empty. */
  settle(): Promise<void>;
  /** Stops following the game. The game, and the seats of a match created here, stay for the next start. */
  close(): void;
};

export type Membership = {
  /** Resolves when the message has taken effect. */
  hear(message: quantumCodec.ClientMessage): Promise<void>;
  leave(): Promise<void>;
};

export type MatchOptions = {
  readonly id: GameId;
  /** The rate-limited service for its guests. */
  readonly limited: Service;
  /** Games created at this port end when the last client leaves; others belong to their creators. */
  readonly isMadeHere: boolean;
  readonly strangers: OutsidePlayers;
  readonly guests: Guests;
  /** After a restart: how long the seats of players without a connection are kept. */
  readonly returnMs?: number;
  /** Called when no client of this port is left and everything is closed. */
  whenEmpty(): void;
};

/** Handles all events of a match in sequence. */
export function openMatch({ service, clock, log }: Core, options: MatchOptions): Match {
  const { id, limited, isMadeHere, strangers, guests, returnMs, whenEmpty } = options;
  const { inTurn } = serialQueue();
  const later = (work: () => Promise<void>): void => {
    inTurn(work).catch((error) => log.error({ err: error, game: id }, 'something failed in a quantum match'));
  };
  const crowd = openMembers(clock);
  const record = openGameMirror(service, id, () => later(learn));
  const seating = openSeating({ service, guests, id, record, crowd });
  const chatting = openChatting({ service: limited, guests, id, record, crowd, strangers, later });
  const hear = messageHandler({ service: limited, id, record, chatting, learn });
  const { members, tellAll, chatMessages } = crowd;
  let isOver = false;
  let isClosed = false;
  let stopWaiting: (() => void) | undefined =
    returnMs === undefined ? undefined : clock.wake(clock.monotonicMs() + returnMs, () => later(stopWaitingForPlayers));

  later(async () => {
    const opened = await record.open();
    if (!opened.ok) return finish();
    await seating.open();
  });

  /** Sends the new facts to all members. */
  async function tellNews(): Promise<void> {
    for (const { fact, after } of await record.catchUp()) {
      await tellOfStrangers(fact, after);
      tellAll(...messagesOf(fact, after));
    }
  }

  async function tellOfStrangers(fact: Fact, after: FragmentsGame): Promise<void> {
    if (fact.type !== 'PlayerJoined' && fact.type !== 'PlayerLeft') return;
    if (seating.isOurs(fact.person)) return strangers.forget(fact.person);
    const who = await strangers.player(fact.person);
    if (fact.type === 'PlayerLeft') strangers.forget(fact.person);
    if (who === undefined) return;
    if (fact.type === 'PlayerJoined') tellAll(...chatMessages(who, 'has joined'), boardOf(after));
    else tellAll({ kind: 'left', name: who.name }, ...chatMessages(who, 'has left'));
  }

  async function learn(): Promise<void> {
    if (isOver) return;
    await tellNews();
    await settle();
  }

  async function stopWaitingForPlayers(): Promise<void> {
    stopWaiting = undefined;
    if (isOver || isClosed) return;
    for (const { person, color } of seating.away()) await seating.standUp({ person, role: color }, tellNews);
    await settle();
  }

  async function settle(): Promise<void> {
    if (isOver || isClosed || members.size > 0) return;
    if (isMadeHere && record.game().end === null) {
      if (seating.strangers().length > 0) return;
      if (stopWaiting !== undefined && seating.away().length > 0) return;
      const stopped = await service.command(SERVER, id, { type: 'StopGame' });
      if (!stopped.ok) log.warn({ game: id, code: stopped.error.code }, 'an empty quantum match goes on');
    }
    finish();
  }

  function finish(): void {
    if (isOver) return;
    isOver = true;
    close();
    whenEmpty();
  }

  function close(): void {
    isClosed = true;
    stopWaiting?.();
    record.close();
  }

  async function enter(newcomer: Newcomer): Promise<Membership | undefined> {
    const { role } = newcomer;
    if (isClosed || !seating.freeRoles().includes(role)) return undefined;
    const person = role === 'spectator' ? null : await seating.sitDown(role, newcomer);
    if (person === undefined) return undefined;
    if (person !== null) strangers.forget(person);
    await tellNews();
    const member = newMember(newcomer, person);
    await chatting.join(member);
    members.set(member.id, member);
    tellAll(...chatMessages(member, 'has joined'), boardOf(record.game()));
    return {
      hear: (message) => inTurn(() => hear(member, message)),
      leave() {
        // Removed at once, so that no list of matches shows the client any more.
        members.delete(member.id);
        return inTurn(() => leave(member));
      },
    };
  }

  async function leave(member: Member): Promise<void> {
    for (const letGo of member.leaving.splice(0)) letGo();
    // During a shutdown the seat is kept until the server is back.
    if (isClosed && isMadeHere && member.role !== 'spectator' && record.game().end === null) return;
    await seating.standUp(member, tellNews);
    tellAll({ kind: 'left', name: member.name }, ...chatMessages(member, 'has left'));
    await settle();
  }

  return {
    members: () => [...members.values()],
    strangers: seating.strangers,
    away: seating.away,
    freeRoles: () => inTurn(async () => (isOver ? undefined : seating.freeRoles())),
    enter: (newcomer) => inTurn(() => enter(newcomer)),
    settle: () => inTurn(settle),
    close,
  };
}
