/** Shapes of our own REST and WebSocket API. */
export * as api from './api/index.js';
export * as quantumCodec from './quantum-codec/index.js';
export * from './statuses.js';
