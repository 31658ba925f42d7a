import { assertNever } from '@chessmith/std';
import { type Cursor, cursorOn, type WireProblem } from './bytes.js';
import { type ClientMessage, readClientMessage } from './client-message.js';
import {
  type HandshakeMessage,
  readChoice,
  readChosenRole,
  readMatchList,
  readName,
  readRoles,
  type WireMatch,
  type WireRole,
} from './handshake.js';
import { readServerMessage, type ServerMessage } from './server-message.js';

/** The state of a stream: the kind of the next message, and the bytes of an incomplete one. */
export type Stream<Phase> = { readonly phase: Phase; readonly rest: Uint8Array };

/** A problem ends the stream: message lengths follow from the content, so the next one cannot be found. */
export type Reading<Phase, Message> = {
  readonly stream: Stream<Phase>;
  readonly messages: readonly Message[];
  readonly problem: WireProblem | undefined;
};

/** The server's end: reads the messages of a client. */
export type ClientPhase = 'choice' | 'name' | 'role' | 'match';
export const newClientStream: Stream<ClientPhase> = { phase: 'choice', rest: new Uint8Array() };

/** Takes the next chunk, split at any byte, and returns the messages that it completes. */
export function readFromClient(
  stream: Stream<ClientPhase>,
  chunk: Uint8Array,
): Reading<ClientPhase, HandshakeMessage | ClientMessage> {
  return readAll<ClientPhase, HandshakeMessage | ClientMessage>(stream, chunk, (phase, cursor) => {
    switch (phase) {
      case 'choice': {
        const message = readChoice(cursor);
        return [message, message.kind === 'refresh' ? 'choice' : 'name'];
      }
      case 'name':
        return [readName(cursor), 'role'];
      case 'role':
        return [readChosenRole(cursor), 'match'];
      case 'match':
        return [readClientMessage(cursor), 'match'];
      default:
        return assertNever(phase);
    }
  });
}

/** The client's end: reads the messages of a server. Only the client knows whether it asked for the list again. */
export type ServerPhase = 'matches' | 'roles' | 'match';
export const newServerStream: Stream<ServerPhase> = { phase: 'matches', rest: new Uint8Array() };

export type ServerGreeting =
  | { readonly kind: 'matches'; readonly matches: readonly WireMatch[] }
  | { readonly kind: 'roles'; readonly roles: readonly WireRole[] };

/** Expects match lists until `afterChoice` says that a match was chosen. */
export function readFromServer(
  stream: Stream<ServerPhase>,
  chunk: Uint8Array,
): Reading<ServerPhase, ServerGreeting | ServerMessage> {
  return readAll<ServerPhase, ServerGreeting | ServerMessage>(stream, chunk, (phase, cursor) => {
    switch (phase) {
      case 'matches':
        return [{ kind: 'matches', matches: readMatchList(cursor) }, 'matches'];
      case 'roles':
        return [{ kind: 'roles', roles: readRoles(cursor) }, 'match'];
      case 'match':
        return [readServerMessage(cursor), 'match'];
      default:
        return assertNever(phase);
    }
  });
}

/** The stream of a client that has chosen a match: the next message has the roles. */
export const afterChoice = (stream: Stream<ServerPhase>): Stream<ServerPhase> => ({ ...stream, phase: 'roles' });

function readAll<Phase, Message>(
  stream: Stream<Phase>,
  chunk: Uint8Array,
  read: (phase: Phase, cursor: Cursor) => readonly [Message, Phase],
): Reading<Phase, Message> {
  const messages: Message[] = [];
  let { phase } = stream;
  let rest = joined(stream.rest, chunk);
  while (rest.length > 0) {
    const cursor = cursorOn(rest);
    const [message, next] = read(phase, cursor);
    if (cursor.problem !== undefined)
      return { stream: { phase, rest: new Uint8Array() }, messages, problem: cursor.problem };
    if (cursor.short) break;
    messages.push(message);
    phase = next;
    rest = rest.subarray(cursor.at);
  }
  // Copied, so that an incomplete message does not keep a large chunk in memory.
  return { stream: { phase, rest: rest.slice() }, messages, problem: undefined };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}
