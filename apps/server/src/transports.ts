import type { Configuration } from './configuration.js';
import type { Core } from './core.js';
import type { QuantumLimits } from './quantum-tcp/quantum-limits.js';
import { openQuantumTcp } from './quantum-tcp/quantum-tcp.js';

/** A way to the games of this server with a port of its own, beside HTTP. */
export type Transport = {
  /** What is spoken there, in words for whoever starts the server. */
  readonly speaks: string;
  /** Begins to listen; rejects if it cannot. What it hears it asks of the core, as every adapter does. */
  open(core: Core): Promise<OpenTransport>;
};

export type OpenTransport = {
  /** Where it listens, as `localhost:9000`. */
  readonly address: string;
  /** Lets everyone go; the core goes on until this resolves. */
  close(): Promise<void>;
};

/** The transports that a configuration asks for. A new one is a line here. */
export function transportsOf(
  configuration: Configuration,
  limits: Partial<QuantumLimits> | undefined,
): readonly Transport[] {
  const { quantumHost: host, quantumPort: port, quantumBoard: board } = configuration;
  const transports: Transport[] = [];
  if (port !== null) {
    transports.push({
      speaks: 'Quantum chess (TCP)',
      open: (core) => openQuantumTcp(core, { host, port, board, limits }),
    });
  }
  return transports;
}
