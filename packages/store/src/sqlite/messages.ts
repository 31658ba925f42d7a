import type { Appended } from '@chessmith/service';

/** What the writer thread is started with. */
export type WriterData = {
  readonly file: string;
  readonly synchronous: 'FULL' | 'OFF';
  /** So many commits may wait to be filed; the usual number where it is not said. */
  readonly mayWait?: number;
};

/** A commit as it goes into its row: everything but the numbers that the writer gives. */
export type AppendRequest = {
  readonly kind: 'append';
  readonly expected: number;
  readonly factCount: number;
  readonly game: string;
  readonly actor: string;
  readonly key: string;
  readonly bodyHash: string;
  readonly at: number;
  readonly facts: string;
  readonly answer: string;
  /** The listing's head, see `wire.mjs`; what moves change in it follows. It and the summary are empty where they stay. */
  readonly head: string;
  readonly messages: readonly { readonly topic: string; readonly body: string }[];
} & ListingTail;

export type ListingRow = ListingHead & ListingTail;

export type GameRow = ListingRow & {
  readonly n: number;
  readonly id: string;
  readonly version: number;
  readonly summary_version: number;
};

export type ListingHead = {
  readonly situation: string;
  readonly ruleset: string;
  readonly is_private: 0 | 1;
  readonly host: string | null;
  readonly white: string | null;
  readonly black: string | null;
  readonly alias: string | null;
  readonly join_code: string | null;
  readonly created_at: number;
};

/** What moves change. */
export type ListingTail = {
  readonly active_at: number;
  readonly deadline: number | null;
  readonly summary: string;
};

export type RelistRequest = {
  readonly kind: 'relist';
  readonly game: string;
  readonly version: number;
  readonly listing: ListingRow;
};

/** Statements that are carried out together; the rows of each are the answer. */
export type RunRequest = { readonly kind: 'run'; readonly steps: readonly SqlStatement[] };
export type SqlStatement = readonly [sql: string, ...values: (string | number | null)[]];

/** What goes into the transaction of a batch. */
export type WriteRequest = AppendRequest | RelistRequest | RunRequest;

/** The answer of an append with its `answer` still as text, the rows of each step, or nothing. */
export type AppendResult = Exclude<Appended, { kind: 'repeated' }> | RepeatedRow;
export type RepeatedRow = {
  readonly kind: 'repeated';
  readonly last: number;
  readonly at: number;
  readonly answer: string;
};

/** `disk`: the file can no longer be written. `damage`: what was read there makes no sense. `bug`: anything else. */
export type WriteError = { readonly kind: 'disk' | 'damage' | 'bug'; readonly message: string };
export type WriteResult = { readonly answer: unknown } | { readonly trouble: WriteError };

/** See `wire.mjs`. */
export type PackedRequests = {
  readonly bytes: Uint8Array;
  readonly numbers: Float64Array;
  /** With their places in the batch. */
  readonly others: readonly (readonly [index: number, order: WriteRequest])[];
};
export type PackedResults = number | WriteResult;

export type ToWriter = { readonly kind: 'batch'; readonly orders: PackedRequests } | { readonly kind: 'close' };

export type FromWriter =
  | { readonly kind: 'open' }
  | { readonly kind: 'not-open'; readonly message: string }
  /** The answers to a batch, in its order; its transaction is on the disk. */
  | { readonly kind: 'done'; readonly done: readonly PackedResults[]; readonly hasWritten: boolean };

export type ToCheckpointer = 'checkpoint' | 'close';

export type FromCheckpointer =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };
