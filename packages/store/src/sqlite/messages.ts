import type { Appended } from '@chessmith/service';
import type { ErrorKind } from './errors.js';

/** The options of the writer thread. */
export type WriterData = {
  readonly file: string;
  readonly synchronous: 'FULL' | 'OFF';
  /** How many commits may stay unindexed; for tests. */
  readonly maxUnindexed?: number;
  /** How many pages of the WAL make a checkpoint due; for tests. */
  readonly checkpointPages?: number;
};

/** A commit in the form of its row, without the numbers that the writer assigns. */
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
  /** The listing's head, see `headOf` in `writer-messages.ts`. Head and summary are empty if they do not change. */
  readonly head: string;
  readonly outboxMessages: readonly { readonly topic: string; readonly body: string }[];
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

/** The part of a listing that moves change. */
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

/** Statements that run in one transaction; the result has the rows of each. */
export type RunRequest = { readonly kind: 'run'; readonly statements: readonly SqlStatement[] };
export type SqlStatement = readonly [sql: string, ...values: (string | number | null)[]];

/** A request to the writer; the requests of a batch share one transaction. */
export type WriteRequest = AppendRequest | RelistRequest | RunRequest;

/** The result of an append; the stored `answer` of a repeated command is still JSON text. */
export type AppendResult = Exclude<Appended, { kind: 'repeated' }> | RepeatedRow;
export type RepeatedRow = {
  readonly kind: 'repeated';
  readonly last: number;
  readonly at: number;
  readonly answer: string;
};

export type WriteError = { readonly kind: ErrorKind; readonly message: string };
export type WriteResult = { readonly value: unknown } | { readonly error: WriteError };

/** See `packRequests` in `writer-messages.ts`. */
export type PackedRequests = {
  readonly bytes: Uint8Array;
  readonly numbers: Float64Array;
  /** All other requests, with their index in the batch. */
  readonly others: readonly (readonly [index: number, request: WriteRequest])[];
};
/** A number is the version of a successful append. */
export type PackedResult = number | WriteResult;

export type ToWriter = { readonly kind: 'batch'; readonly requests: PackedRequests } | { readonly kind: 'close' };

export type FromWriter =
  | { readonly kind: 'opened' }
  | { readonly kind: 'open-failed'; readonly message: string }
  /** The results of a batch, in its order; its transaction is durable. */
  | { readonly kind: 'done'; readonly results: readonly PackedResult[]; readonly hasWritten: boolean };
