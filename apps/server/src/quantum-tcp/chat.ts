import type { GameId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import { quantumCodec } from '@chessmith/protocol';
import type { ChatLine } from '@chessmith/service';
import type { Core } from '../core.js';
import type { GameMirror } from './game-mirror.js';
import type { Guests } from './guests.js';
import type { Member, Members } from './members.js';
import type { OutsidePlayers, WireName } from './outside-players.js';

/** The chat of a match, with people of this port and of other adapters. */
export type MatchChat = {
  /** Lets a member receive chat and count as present until they leave. */
  join(member: Member): Promise<void>;
  say(member: Member, text: string): Promise<void>;
};

export function matchChat(dependencies: {
  readonly core: Pick<Core, 'chat' | 'live'>;
  readonly guests: Guests;
  readonly id: GameId;
  readonly mirror: GameMirror;
  readonly memberList: Members;
  readonly outsidePlayers: OutsidePlayers;
  /** Runs the work after what is in progress. */
  enqueue(work: () => Promise<void>): void;
}): MatchChat {
  const { core, guests, id, mirror, memberList, outsidePlayers, enqueue } = dependencies;

  const { chat, live } = core;

  async function outsideName(person: PersonId | null): Promise<WireName | undefined> {
    if (person === null) return undefined;
    const isPlayer = Object.values(mirror.game().seats).includes(person);
    return isPlayer ? outsidePlayers.player(person) : outsidePlayers.watcher(person);
  }

  function deliver(member: Member, { by, text }: ChatLine): void {
    const speaker = memberList.find(by);
    const sentText = speaker?.sendingText ?? text;
    enqueue(async () => {
      const sender = speaker ?? (await outsideName(by));
      if (sender === undefined) return;
      member.send(Buffer.concat(memberList.chatMessages(sender, sentText).map(quantumCodec.encodeServerMessage)));
    });
  }

  return {
    async join(member) {
      // Each member subscribes for themselves: players and watchers may have separate chat rooms.
      const { version } = mirror.game();
      const options = { game: id, node: 'ChatEvent', person: member.person, after: version } as const;
      const subscription = await live.subscribe(options, (event) => {
        if (event.kind === 'news') for (const { payload } of event.news) deliver(member, payload as ChatLine);
      });
      if (subscription.ok) member.leaving.push(subscription.value.unsubscribe);
      const presence = await live.enter(id, member.person);
      if (presence.ok) member.leaving.push(presence.value.leave);
    },
    async say(member, text) {
      if (member.person === null && !member.mayBecomeGuest()) return member.send(encodedError(TOO_MANY_GUESTS));
      member.person ??= await guests.make(member.name);
      member.sendingText = text;
      const result = await chat.say(member.person, id, { text: quantumCodec.readable(text) });
      member.sendingText = undefined;
      if (result.ok) return;
      // The protocol carries every line, empty ones too. Lines that our rules refuse are sent to the members and not
      // stored.
      if (result.error.code === 'chat/bad-text') memberList.sendToAll(...memberList.chatMessages(member, text));
      else member.send(encodedError(result.error.message));
    },
  };
}

const TOO_MANY_GUESTS = 'too many new guests; try again later';

const encodedError = (message: string): Uint8Array => quantumCodec.encodeServerMessage({ kind: 'error', message });
