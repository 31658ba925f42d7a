import { PERSON_LIMITS, type PersonLimits } from '../rate-limit/rate-limited-service.js';
import type { BucketLimits } from '../rate-limit/token-bucket.js';

export type QuantumLimits = {
  /** Beyond so many at once, newcomers are turned away. */
  readonly mostConnections: number;
  /** A client without a role that sends no whole message for so long is disconnected. */
  readonly choosingMs: number;
  /** What one connection may send; beyond, the server reads on only as fast as this. */
  readonly messages: BucketLimits;
  readonly people: PersonLimits;
  /** For how long matches wait for their players after a restart. */
  readonly returnMs: number;
};

export const USUAL_LIMITS: QuantumLimits = {
  mostConnections: 4096,
  choosingMs: 10 * 60_000,
  messages: { burst: 400, perSecond: 100 },
  people: PERSON_LIMITS,
  returnMs: 10 * 60_000,
};
