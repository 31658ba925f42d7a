import type { PersonId } from '@chessmith/people';
import { quantumCodec } from '@chessmith/protocol';
import type { Clock } from '@chessmith/service';
import type { WireName } from './outside-players.js';
import { wrapChat } from './wrap-chat.js';

/** Somebody in a match who came by this port. */
export type Member = WireName & {
  readonly role: quantumCodec.WireRole;
  /** Players are persons from the start, spectators when they first speak. */
  person: PersonId | null;
  /** What they are saying just now, to the letter: the chat keeps it without the blanks around it. */
  saying: string | undefined;
  /** Whether their address may have another guest; counts one. */
  mayBecomeGuest(): boolean;
  /** What is to be let go of when they leave. */
  readonly leaving: (() => void)[];
  send(bytes: Uint8Array): void;
};

export type Newcomer = WireName & Pick<Member, 'role' | 'send' | 'mayBecomeGuest'>;

/** All who are in a match by this port. */
export type Members = {
  readonly members: Map<number, Member>;
  find(person: PersonId | null): Member | undefined;
  tellAll(...messages: readonly quantumCodec.ServerMessage[]): void;
  /** A line of chat as it travels, with the time of this server. */
  chatMessages(by: WireName, text: string): readonly quantumCodec.ServerMessage[];
};

export const newMember = (newcomer: Newcomer, person: PersonId | null): Member => ({
  ...newcomer,
  person,
  saying: undefined,
  leaving: [],
});

export function openMembers(clock: Clock): Members {
  const members = new Map<number, Member>();
  return {
    members,
    find: (person) => (person === null ? undefined : [...members.values()].find((member) => member.person === person)),
    tellAll(...messages) {
      const bytes = Buffer.concat(messages.map(quantumCodec.encodeServerMessage));
      for (const { send } of members.values()) send(bytes);
    },
    chatMessages({ id: client, name }, said) {
      const time = timeOfDay(clock.now());
      return wrapChat(said).map((text) => ({ kind: 'chat', client, name, time, text }));
    },
  };
}

/** `HH:MM` where this server stands. */
function timeOfDay(instant: string): string {
  const at = new Date(instant);
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}
