import { afterEach, beforeEach, describe } from 'vitest';
import type { Store } from '../ports/index.js';
import { chatPromises } from './chat-contract.js';
import { directoryPromises } from './directory-contract.js';
import { gameStorePromises } from './game-store-contract.js';
import { heartbeatPromises } from './heartbeat-contract.js';
import { outboxPromises } from './outbox-contract.js';
import { peoplePromises } from './people-contract.js';
import { rulesetPromises } from './ruleset-store-contract.js';

/** An open store, and how to come to the next one. */
export type StoreUnderTest = {
  readonly store: Store;
  /** Closes it and opens what is kept again; left out by stores that keep nothing. */
  reopen?(): Promise<Store>;
  /** Closes it and clears away. */
  dispose(): Promise<void>;
};

/** The store of the running test, which a test may close and open again. */
export type Tested = { readonly store: Store; reopen(): Promise<void> };

/** The promises that every store keeps; those about restarts are tried where the store outlives one. */
export function testStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name} keeps the promises of a store`, () => {
    let underTest: StoreUnderTest;
    let store: Store;
    beforeEach(async () => {
      underTest = await open();
      store = underTest.store;
    });
    afterEach(() => underTest.dispose());

    const tested: Tested = {
      get store() {
        return store;
      },
      async reopen() {
        if (underTest.reopen) store = await underTest.reopen();
      },
    };
    gameStorePromises(tested);
    directoryPromises(tested);
    peoplePromises(tested);
    chatPromises(tested);
    outboxPromises(tested);
    heartbeatPromises(tested);
    rulesetPromises(tested);
  });
}
