import { PERSON_LIMITS, type PersonLimits } from '../rate-limit/rate-limited-service.js';
import type { BucketLimits } from '../rate-limit/token-bucket.js';

export type QuantumLimits = {
  /** Beyond this many connections, new clients are refused. */
  readonly mostConnections: number;
  /** A client without a role that sends no complete message for this long is disconnected. */
  readonly choosingMs: number;
  /** Messages per connection. Beyond it, the server reads only at this rate. */
  readonly messages: BucketLimits;
  readonly people: PersonLimits;
  /** How long matches wait for their players after a restart. */
  readonly returnMs: number;
};

export const USUAL_LIMITS: QuantumLimits = {
  mostConnections: 4096,
  choosingMs: 10 * 60_000,
  messages: { burst: 400, perSecond: 100 },
  people: PERSON_LIMITS,
  returnMs: 10 * 60_000,
};
