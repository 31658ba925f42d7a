import type { PersonId } from '@chessmith/people';
import { quantumCodec } from '@chessmith/protocol';
import type { Clock } from '@chessmith/service';
import type { WireName } from './outside-players.js';
import { wrapChat } from './wrap-chat.js';

/** A client of this port in a match. */
export type Member = WireName & {
  readonly role: quantumCodec.WireRole;
  /** Players are people from the start, spectators once they chat. */
  person: PersonId | null;
  /** The exact text of the chat line that is being sent; the stored line is trimmed. */
  sendingText: string | undefined;
  /** Whether the address may have another guest; counts one. */
  mayBecomeGuest(): boolean;
  /** Called when the member leaves. */
  readonly leaving: (() => void)[];
  send(bytes: Uint8Array): void;
};

export type Newcomer = WireName & Pick<Member, 'role' | 'send' | 'mayBecomeGuest'>;

/** The clients of this port in a match. */
export type Members = {
  readonly members: Map<number, Member>;
  find(person: PersonId | null): Member | undefined;
  sendToAll(...messages: readonly quantumCodec.ServerMessage[]): void;
  /** The messages of a chat line, with the server's time. */
  chatMessages(by: WireName, text: string): readonly quantumCodec.ServerMessage[];
};

export const newMember = (newcomer: Newcomer, person: PersonId | null): Member => ({
  ...newcomer,
  person,
  sendingText: undefined,
  leaving: [],
});

export function createMembers(clock: Clock): Members {
  const members = new Map<number, Member>();
  return {
    members,
    find: (person) => (person === null ? undefined : [...members.values()].find((member) => member.person === person)),
    sendToAll(...messages) {
      const bytes = Buffer.concat(messages.map(quantumCodec.encodeServerMessage));
      for (const { send } of members.values()) send(bytes);
    },
    chatMessages({ id: client, name }, line) {
      const time = timeOfDay(clock.now());
      return wrapChat(line).map((text) => ({ kind: 'chat', client, name, time, text }));
    },
  };
}

/** `HH:MM` in the server's time zone. */
function timeOfDay(instant: string): string {
  const at = new Date(instant);
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}
