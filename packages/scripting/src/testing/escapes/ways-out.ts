/** What an escape could reach; every language has at least one probe for each. */
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

/** The probes of one way out, by name, each the body of the move function. */
export type Probes = { readonly [name: string]: string };

/**
 * The probes of one language. Their argument is a `Bait`. Without isolation each of them really escapes: it returns the
 * secret, leaves a trace outside, or ends the process.
 */
export type Escapes = { readonly [way in WayOut]: Probes };

/** One probe, with its way out. */
export type Escape = { readonly way: WayOut; readonly name: string; readonly body: string };

/** All probes of a language as a list. */
export const everyEscape = (escapes: Escapes): readonly Escape[] =>
  WAYS_OUT.flatMap((way) => Object.entries(escapes[way]).map(([name, body]) => ({ way, name, body })));

/** What a probe gets to know of the host. */
export type Bait = {
  /** A file that holds the secret. */
  readonly file: string;
  /** A file that does not exist; creating it leaves a trace. */
  readonly mark: string;
  /** A port on which the test listens; a connection is a trace. */
  readonly port: number;
  /** The environment variable that holds the secret. */
  readonly name: string;
};
