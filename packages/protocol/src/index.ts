/** Shapes of our own REST and WebSocket API. */
export * as api from './api/index.js';
/** Shapes of the chess game service of seed 000. */
export * as chessGameService from './chess-game-service/index.js';
export * from './http-status.js';
export * as quantumCodec from './quantum-codec/index.js';
