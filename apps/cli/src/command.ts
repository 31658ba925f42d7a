/**
 * One word of the `chessmith` command. Heavy rooms are imported inside `run`, so that asking for help stays quick and
 * `perft` needs no native module.
 */
export type Command = {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `chessmith <name> --help` prints below the summary: the synopsis, options and an example. */
  readonly usage: string;
  /** Gives the exit code, or what is wrong with the arguments. `--help` never arrives here. */
  readonly run: (args: readonly string[], io: Io) => Promise<ExitCode | UsageError>;
};

/** What is wrong with the words after a command, in a sentence for the person who typed them. */
export type UsageError = { readonly code: 'cli/usage'; readonly message: string };

export const EXIT = { done: 0, failed: 1, usage: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What a command may touch of the outside. */
export type Io = {
  /** Lines of standard input, without their ends; one longer than `longest` is cut one character after that. */
  lines(longest?: number): AsyncIterable<string>;
  /** Writes text as it is, without adding a line end. Await it when writing a lot: it waits for a slow reader. */
  out(text: string): Promise<void>;
  /** For people: complaints and progress. */
  err(text: string): Promise<void>;
  /** A line for whoever watches, written over by the next one and wiped away by an empty one; not there in a pipe. */
  progress?(line: string): void;
};
