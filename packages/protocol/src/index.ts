/** Schemas of the REST and WebSocket API at `/api`. */
export * as api from './api/index.js';
/** Shapes of the compatible Chess Game Service API. */
export * as chessGameService from './chess-game-service/index.js';
export * from './http-status.js';
export * as quantumCodec from './quantum-codec/index.js';
