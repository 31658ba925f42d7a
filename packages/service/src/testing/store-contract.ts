import { afterEach, beforeEach, describe } from 'vitest';
import type { Store } from '../ports/index.js';
import { testChat } from './chat-contract.js';
import { testDirectory } from './directory-contract.js';
import { testGameStore } from './game-store-contract.js';
import { testHeartbeat } from './heartbeat-contract.js';
import { testOutbox } from './outbox-contract.js';
import { testPeopleStore } from './people-contract.js';
import { testRulesetStore } from './ruleset-store-contract.js';

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

/** The contract of every store. Tests of restarts need `reopen`. */
export function testStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name} keeps the contract of a store`, () => {
    let underTest: StoreUnderTest;
    let store: Store;
    beforeEach(async () => {
      underTest = await open();
      store = underTest.store;
    });
    afterEach(() => underTest.dispose());

    const current: CurrentStore = {
      get store() {
        return store;
      },
      async reopen() {
        if (underTest.reopen) store = await underTest.reopen();
      },
    };
    testGameStore(current);
    testDirectory(current);
    testPeopleStore(current);
    testChat(current);
    testOutbox(current);
    testHeartbeat(current);
    testRulesetStore(current);
  });
}
