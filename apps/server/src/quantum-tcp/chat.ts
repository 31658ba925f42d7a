import type { GameId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import { quantumCodec } from '@chessmith/protocol';
import type { ChatLine, Service } from '@chessmith/service';
import type { GameMirror } from './game-mirror.js';
import type { Guests } from './guests.js';
import type { Member, Members } from './members.js';
import type { OutsidePlayers, WireName } from './outside-players.js';

/** The chat of a match, with people of this port and of other adapters. */
export type Chatting = {
  /** Lets a member receive chat and count as present until they leave. */
  join(member: Member): Promise<void>;
  say(member: Member, text: string): Promise<void>;
};

export function openChatting(around: {
  readonly service: Service;
  readonly guests: Guests;
  readonly id: GameId;
  readonly record: GameMirror;
  readonly crowd: Members;
  readonly strangers: OutsidePlayers;
  /** Runs the work after what is in progress. */
  later(work: () => Promise<void>): void;
}): Chatting {
  const { service, guests, id, record, crowd, strangers, later } = around;

  async function strangerCalled(person: PersonId | null): Promise<WireName | undefined> {
    if (person === null) return undefined;
    const isPlayer = Object.values(record.game().seats).includes(person);
    return isPlayer ? strangers.player(person) : strangers.watcher(person);
  }

  function hear(member: Member, { by, text }: ChatLine): void {
    const speaker = crowd.find(by);
    const said = speaker?.saying ?? text;
    later(async () => {
      const who = speaker ?? (await strangerCalled(by));
      if (who === undefined) return;
      member.send(Buffer.concat(crowd.chatMessages(who, said).map(quantumCodec.encodeServerMessage)));
    });
  }

  return {
    async join(member) {
      // Each member subscribes for themselves: players and watchers may have separate chat rooms.
      const { version } = record.game();
      const options = { game: id, node: 'ChatEvent', person: member.person, after: version } as const;
      const chat = await service.subscribe(options, (heard) => {
        if (heard.kind === 'news') for (const { payload } of heard.news) hear(member, payload as ChatLine);
      });
      if (chat.ok) member.leaving.push(chat.value.unsubscribe);
      const attendance = await service.enter(id, member.person);
      if (attendance.ok) member.leaving.push(attendance.value.leave);
    },
    async say(member, text) {
      if (member.person === null && !member.mayBecomeGuest()) return member.send(encodedError(TOO_MANY_GUESTS));
      member.person ??= await guests.make(member.name);
      member.saying = text;
      const said = await service.say(member.person, id, { text: quantumCodec.readable(text) });
      member.saying = undefined;
      if (said.ok) return;
      // The protocol carries every line, empty ones too. Lines that our rules refuse are sent to the members and not
      // stored.
      if (said.error.code === 'chat/bad-text') crowd.tellAll(...crowd.chatMessages(member, text));
      else member.send(encodedError(said.error.message));
    },
  };
}

const TOO_MANY_GUESTS = 'too many new guests; try again later';

const encodedError = (message: string): Uint8Array => quantumCodec.encodeServerMessage({ kind: 'error', message });
