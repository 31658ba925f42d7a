import type { Store } from '../ports/index.js';

/** An open store, and how to reopen and remove it. */
export type StoreUnderTest = {
  readonly store: Store;
  /** Closes the store and opens its data again; left out by stores without persistence. */
  reopen?(): Promise<Store>;
  /** Closes the store and removes its data. */
  dispose(): Promise<void>;
};

/** The store of the running test, which the test may reopen. */
export type CurrentStore = { readonly store: Store; reopen(): Promise<void> };
