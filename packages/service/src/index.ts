export type { Limits, OpenService, Ports } from './open-service.js';
export * from './ports/index.js';
export * from './questions/question.js';
export * from './service.js';
