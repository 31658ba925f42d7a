/** Where a script could get to; in each language every one of these is tried at least once. */
export const WAYS_OUT = [
  'a file to read',
  'a file to write',
  'the environment',
  'the language of the host',
  'a module of the host',
  'the keyboard',
  'the network',
  'a thread',
  'a process',
  'a shell',
  'the end of the process',
] as const;
export type WayOut = (typeof WAYS_OUT)[number];

/** The probes of one way, by name, each the body of the function that makes a move. */
export type Probes = { readonly [name: string]: string };

/**
 * The probes of one language. Their one argument is a `Bait`. Each of them really gets out where the seal is off: it
 * answers with the secret, or leaves a trace outside, or ends the process.
 */
export type Escapes = { readonly [way in WayOut]: Probes };

/** One probe of a list. */
export type Escape = { readonly way: WayOut; readonly name: string; readonly body: string };

/** All probes of a language in a row. */
export const everyEscape = (escapes: Escapes): readonly Escape[] =>
  WAYS_OUT.flatMap((way) => Object.entries(escapes[way]).map(([name, body]) => ({ way, name, body })));

/** What a probe is told of the world outside. */
export type Bait = {
  /** A file that holds the secret. */
  readonly file: string;
  /** A file that is not there; that it was made is a trace. */
  readonly mark: string;
  /** Where somebody listens on this machine; that a connection came is a trace. */
  readonly port: number;
  /** The name of the variable of the environment that holds the secret. */
  readonly name: string;
};
