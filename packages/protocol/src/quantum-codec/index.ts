export { readable, type WireProblem } from './bytes.js';
export { type ClientMessage, encodeClientMessage, LONGEST_CHAT } from './client-message.js';
export {
  encodeHandshake,
  encodeMatchList,
  encodeRoles,
  type HandshakeMessage,
  LONGEST_NAME,
  WIRE_ROLES,
  type WireMatch,
  type WireRole,
} from './handshake.js';
export {
  encodeServerMessage,
  type ServerMessage,
  WIRE_SOUNDS,
  type WirePiece,
  type WireSound,
} from './server-message.js';
export {
  afterChoice,
  type ClientPhase,
  newClientStream,
  newServerStream,
  type Reading,
  readFromClient,
  readFromServer,
  type ServerGreeting,
  type ServerPhase,
  type Stream,
} from './streams.js';
