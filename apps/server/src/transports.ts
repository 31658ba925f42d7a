import type { Configuration } from './configuration.js';
import type { Core } from './core.js';
import type { QuantumLimits } from './quantum-tcp/quantum-limits.js';
import { openQuantumTcp } from './quantum-tcp/quantum-tcp.js';
import { PERSON_LIMITS, type PersonLimits } from './rate-limit/rate-limited-service.js';

/** A protocol with a port of its own, beside HTTP. */
export type Transport = {
  /** The name of the protocol, shown at the start. */
  readonly speaks: string;
  /** What one of its clients may do. */
  readonly peopleLimits: PersonLimits;
  /** Starts to listen; rejects if it cannot. It uses the core like every adapter. */
  open(core: Core): Promise<OpenTransport>;
};

export type OpenTransport = {
  /** The address, for example `localhost:9000`. */
  readonly address: string;
  /** Closes all connections. The core stays open until this resolves. */
  close(): Promise<void>;
};

/** The transports of a configuration. Add a new one here. */
export function transportsOf(
  configuration: Configuration,
  limits: Partial<QuantumLimits> | undefined,
): readonly Transport[] {
  const { quantumHost: host, quantumPort: port, quantumBoard: board } = configuration;
  const transports: Transport[] = [];
  if (port !== null) {
    transports.push({
      speaks: 'Quantum chess (TCP)',
      peopleLimits: limits?.people ?? PERSON_LIMITS,
      open: (core) => openQuantumTcp(core, { host, port, board, limits }),
    });
  }
  return transports;
}
