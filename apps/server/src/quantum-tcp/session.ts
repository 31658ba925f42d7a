import { quantumCodec } from '@chessmith/protocol';
import { assertNever } from '@chessmith/std';
import type { AddressUse } from './address-limits.js';
import type { Lobby } from './lobby.js';
import type { Match, Membership } from './match.js';

/** The session of one client, from the list of matches until it leaves. */
export type TcpSession = {
  /** Sends the first message, which is the server's. */
  welcome(): Promise<void>;
  /** Handles a message. False if the session is over, because the requested match does not exist. */
  receive(message: quantumCodec.HandshakeMessage | quantumCodec.ClientMessage): Promise<boolean>;
  leave(): Promise<void>;
};

/** The choice of a match. Its numbers are reserved, whether or not the client gets in. */
type Choice = {
  readonly client: number;
  /** The number of a match that is created once the role is known. */
  readonly reserved: number | undefined;
  match: Match | undefined;
  name: string;
};

type Limits = Pick<AddressUse, 'mayMakeMatch' | 'mayBecomeGuest'>;

export function openTcpSession(lobby: Lobby, use: Limits, send: (bytes: Uint8Array) => void): TcpSession {
  let choice: Choice | undefined;
  let membership: Membership | undefined;

  const welcome = async (): Promise<void> => send(quantumCodec.encodeMatchList(await lobby.list()));

  function choose(match: number | 'new'): boolean {
    const client = lobby.clientNumbers.take();
    if (client === undefined) return false;
    const reserved = match === 'new' ? lobby.reserve() : undefined;
    choice = { client, reserved, match: match === 'new' ? undefined : lobby.find(match), name: '' };
    return choice.match !== undefined || reserved !== undefined;
  }

  async function offerRoles(chosen: Choice, name: string): Promise<boolean> {
    chosen.name = name;
    const roles = chosen.match === undefined ? quantumCodec.WIRE_ROLES : await chosen.match.freeRoles();
    if (roles !== undefined) send(quantumCodec.encodeRoles(roles));
    return roles !== undefined;
  }

  async function enter(chosen: Choice, role: quantumCodec.WireRole): Promise<boolean> {
    const { client: id, reserved, name } = chosen;
    if (reserved !== undefined && use.mayMakeMatch()) chosen.match = await lobby.create(reserved);
    membership = await chosen.match?.enter({ id, name, role, send, mayBecomeGuest: use.mayBecomeGuest });
    return membership !== undefined;
  }

  return {
    welcome,
    async receive(message) {
      switch (message.kind) {
        case 'refresh':
          await welcome();
          return true;
        case 'create':
          return choose('new');
        case 'join':
          return choose(message.match);
        case 'name':
          return choice !== undefined && offerRoles(choice, message.name);
        case 'role':
          return choice !== undefined && enter(choice, message.role);
        case 'move':
        case 'split':
        case 'merge':
        case 'ask-moves':
        case 'ask-splits':
        case 'ask-merges':
        case 'ask-same':
        case 'ask-entangled':
        case 'chat':
        case 'surrender':
          await membership?.receive(message);
          return membership !== undefined;
        default:
          return assertNever(message);
      }
    },
    async leave() {
      if (choice === undefined) return;
      const { client, reserved, match } = choice;
      // A match that was created or opened for a client that did not get in is closed again.
      await (membership === undefined ? match?.settle() : membership.leave());
      if (reserved !== undefined && match === undefined) lobby.release(reserved);
      lobby.clientNumbers.giveBack(client);
    },
  };
}
