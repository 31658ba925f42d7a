import { type Cursor, readMany, readText, readU8, readU16, text, u8, u16 } from './bytes.js';

/** In the order of their numbers on the wire. */
export const WIRE_ROLES = ['white', 'black', 'spectator'] as const;
export type WireRole = (typeof WIRE_ROLES)[number];

export type WireMatch = {
  readonly id: number;
  readonly clients: readonly { readonly id: number; readonly name: string; readonly role: WireRole }[];
};

/** What a new client sends, in this order. The server sends nothing between the choice and the name. */
export type HandshakeMessage =
  | { readonly kind: 'refresh' }
  | { readonly kind: 'create' }
  | { readonly kind: 'join'; readonly match: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'role'; readonly role: WireRole };

/** Longest name in bytes. The original client sends at most sixteen characters. */
export const LONGEST_NAME = 64;

const CREATE = 0;
const REFRESH = 0xffff;

/** The server's first message: every match with its members and their roles. */
export function encodeMatchList(matches: readonly WireMatch[]): Uint8Array {
  return Uint8Array.from([
    ...u16(matches.length),
    ...matches.flatMap(({ id, clients }) => [
      ...u16(id),
      ...u16(clients.length),
      ...clients.flatMap((client) => [...u16(client.id), ...text(client.name), WIRE_ROLES.indexOf(client.role)]),
    ]),
  ]);
}

export function readMatchList(cursor: Cursor): WireMatch[] {
  return readMany(cursor, readU16(cursor), (at) => ({
    id: readU16(at),
    clients: readMany(at, readU16(at), (one) => ({
      id: readU16(one),
      name: readText(one, 0xffff),
      role: readRole(one),
    })),
  }));
}

/** The server's reply to the choice of a match: the free roles. */
export function encodeRoles(roles: readonly WireRole[]): Uint8Array {
  return Uint8Array.from([...u8(roles.length), ...roles.map((role) => WIRE_ROLES.indexOf(role))]);
}

export const readRoles = (cursor: Cursor): WireRole[] => readMany(cursor, readU8(cursor), readRole);

/** What a client sends before it has joined a match. */
export function encodeHandshake(message: HandshakeMessage): Uint8Array {
  switch (message.kind) {
    case 'create':
      return Uint8Array.from(u16(CREATE));
    case 'refresh':
      return Uint8Array.from(u16(REFRESH));
    case 'join':
      return Uint8Array.from(u16(message.match));
    case 'name':
      return Uint8Array.from(text(message.name));
    case 'role':
      return Uint8Array.from(u8(WIRE_ROLES.indexOf(message.role)));
  }
}

export function readChoice(cursor: Cursor): HandshakeMessage {
  const choice = readU16(cursor);
  if (choice === CREATE) return { kind: 'create' };
  return choice === REFRESH ? { kind: 'refresh' } : { kind: 'join', match: choice };
}

export const readName = (cursor: Cursor): HandshakeMessage => ({ kind: 'name', name: readText(cursor, LONGEST_NAME) });

export const readChosenRole = (cursor: Cursor): HandshakeMessage => ({ kind: 'role', role: readRole(cursor) });

function readRole(cursor: Cursor): WireRole {
  const role = WIRE_ROLES[readU8(cursor)];
  if (role === undefined) cursor.problem = 'bad-role';
  return role ?? 'spectator';
}
