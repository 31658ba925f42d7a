import { type Fact, type GameId, SERVER } from '@chessmith/game';
import type { quantumCodec } from '@chessmith/protocol';
import type { Core } from '../core.js';
import { serialQueue } from '../system/serial-queue.js';
import { matchChat } from './chat.js';
import { boardOf, messagesOf } from './fact-messages.js';
import { type FragmentsGame, openGameMirror } from './game-mirror.js';
import type { Guests } from './guests.js';
import { messageHandler } from './handle-message.js';
import { createMembers, type Member, type Newcomer, newMember } from './members.js';
import type { OutsidePlayers } from './outside-players.js';
import { createSeating, type Seating } from './seating.js';

/** One game for the clients of this port. */
export type Match = {
  /** The connected clients of this port. */
  members(): readonly Member[];
  /** Players who connected through another adapter. */
  outsidePlayers: Seating['outsidePlayers'];
  away: Seating['away'];
  /** The roles that a new client may choose; undefined if the game is gone. */
  freeRoles(): Promise<readonly quantumCodec.WireRole[] | undefined>;
  /** Adds a client and informs all members; undefined if the role is no longer free. */
  enter(newcomer: Newcomer): Promise<Membership | undefined>;
  /** Closes the match if it is empty. */
  settle(): Promise<void>;
  /** Stops following the game. The game, and the seats of a match created here, stay for the next start. */
  close(): void;
};

export type Membership = {
  /** Resolves when the message has taken effect. */
  receive(message: quantumCodec.ClientMessage): Promise<void>;
  leave(): Promise<void>;
};

export type MatchOptions = {
  readonly id: GameId;
  /** Games created at this port end when the last client leaves; others belong to their creators. */
  readonly isMadeHere: boolean;
  readonly outsidePlayers: OutsidePlayers;
  readonly guests: Guests;
  /** After a restart: how long the seats of players without a connection are kept. */
  readonly returnMs?: number;
  /** Called when no client of this port is left and everything is closed. */
  whenEmpty(): void;
};

/** Handles all events of a match in sequence. */
export function openMatch(core: Core, options: MatchOptions): Match {
  const { games, clock, log } = core;
  const { id, isMadeHere, outsidePlayers, guests, returnMs, whenEmpty } = options;
  const { inTurn } = serialQueue();
  const enqueue = (work: () => Promise<void>): void => {
    inTurn(work).catch((error) => log.error({ err: error, game: id }, 'could not process an event of a quantum match'));
  };
  const memberList = createMembers(clock);
  const mirror = openGameMirror(core, id, () => enqueue(update));
  const seating = createSeating({ core, guests, id, mirror, memberList });
  const chat = matchChat({ core, guests, id, mirror, memberList, outsidePlayers, enqueue });
  const handleMessage = messageHandler({ games, id, mirror, chat, update });
  const { members, sendToAll, chatMessages } = memberList;
  let isOver = false;
  let isClosed = false;
  let stopWaiting: (() => void) | undefined =
    returnMs === undefined ? undefined : clock.wake(clock.monotonicMs() + returnMs, () => enqueue(giveUpAbsentSeats));

  enqueue(async () => {
    const opened = await mirror.open();
    if (!opened.ok) return finish();
    await seating.open();
  });

  /** Sends the new facts to all members. */
  async function sendNewFacts(): Promise<void> {
    for (const { fact, after } of mirror.catchUp()) {
      await sendSeatChange(fact, after);
      sendToAll(...messagesOf(fact, after));
    }
  }

  async function sendSeatChange(fact: Fact, after: FragmentsGame): Promise<void> {
    if (fact.type !== 'PlayerJoined' && fact.type !== 'PlayerLeft') return;
    if (seating.isOurs(fact.person)) return outsidePlayers.forget(fact.person);
    const player = await outsidePlayers.player(fact.person);
    if (fact.type === 'PlayerLeft') outsidePlayers.forget(fact.person);
    if (player === undefined) return;
    if (fact.type === 'PlayerJoined') sendToAll(...chatMessages(player, 'has joined'), boardOf(after));
    else sendToAll({ kind: 'left', name: player.name }, ...chatMessages(player, 'has left'));
  }

  async function update(): Promise<void> {
    if (isOver) return;
    await sendNewFacts();
    await settle();
  }

  async function giveUpAbsentSeats(): Promise<void> {
    stopWaiting = undefined;
    if (isOver || isClosed) return;
    for (const { person, color } of seating.away()) await seating.leaveSeat({ person, role: color }, sendNewFacts);
    await settle();
  }

  async function settle(): Promise<void> {
    if (isOver || isClosed || members.size > 0) return;
    if (isMadeHere && mirror.game().end === null) {
      if (seating.outsidePlayers().length > 0) return;
      if (stopWaiting !== undefined && seating.away().length > 0) return;
      const stopped = await games.command(SERVER, id, { type: 'StopGame' });
      if (!stopped.ok) log.warn({ game: id, code: stopped.error.code }, 'could not stop an empty quantum match');
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
    mirror.close();
  }

  async function enter(newcomer: Newcomer): Promise<Membership | undefined> {
    const { role } = newcomer;
    if (isClosed || !seating.freeRoles().includes(role)) return undefined;
    const person = role === 'spectator' ? null : await seating.takeSeat(role, newcomer);
    if (person === undefined) return undefined;
    if (person !== null) outsidePlayers.forget(person);
    await sendNewFacts();
    const member = newMember(newcomer, person);
    await chat.join(member);
    members.set(member.id, member);
    sendToAll(...chatMessages(member, 'has joined'), boardOf(mirror.game()));
    return {
      receive: (message) => inTurn(() => handleMessage(member, message)),
      leave() {
        // Removed at once, so that no list of matches shows the client any more.
        members.delete(member.id);
        return inTurn(() => leave(member));
      },
    };
  }

  async function leave(member: Member): Promise<void> {
    for (const release of member.leaving.splice(0)) release();
    // During a shutdown the seat is kept until the server is back.
    if (isClosed && isMadeHere && member.role !== 'spectator' && mirror.game().end === null) return;
    await seating.leaveSeat(member, sendNewFacts);
    sendToAll({ kind: 'left', name: member.name }, ...chatMessages(member, 'has left'));
    await settle();
  }

  return {
    members: () => [...members.values()],
    outsidePlayers: seating.outsidePlayers,
    away: seating.away,
    freeRoles: () => inTurn(async () => (isOver ? undefined : seating.freeRoles())),
    enter: (newcomer) => inTurn(() => enter(newcomer)),
    settle: () => inTurn(settle),
    close,
  };
}
