/**
 * One subcommand of `chessmith`. Heavy packages are imported inside `run`, so that help stays quick and `perft` needs
 * no native module.
 */
export type Command = {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `chessmith <name> --help` prints below the summary: the synopsis, options and an example. */
  readonly usage: string;
  /** Returns the exit code, or a usage error. `--help` is handled before. */
  readonly run: (args: readonly string[], io: Io) => Promise<ExitCode | UsageError>;
};

/** What is wrong with the arguments, as a sentence for the user. */
export type UsageError = { readonly code: 'cli/usage'; readonly message: string };

export const EXIT = { done: 0, failed: 1, usage: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The standard streams, as commands see them. */
export type Io = {
  /** Lines of standard input without line ends; a line longer than `longest` is cut after `longest` + 1 characters. */
  lines(longest?: number): AsyncIterable<string>;
  /** Writes text to standard output without adding a line end. Await it: it waits for slow readers. */
  out(text: string): Promise<void>;
  /** Writes messages and progress to the error stream. */
  err(text: string): Promise<void>;
  /**
   * Shows a status line that the next one replaces and an empty one clears; undefined unless the error stream is a
   * terminal.
   */
  progress?(line: string): void;
};
