import { afterEach, beforeEach, describe } from 'vitest';
import type { Store } from '../ports/index.js';
import { testChat } from './chat-contract.js';
import { testDirectory } from './directory-contract.js';
import { testGameStore } from './game-store-contract.js';
import { testHeartbeat } from './heartbeat-contract.js';
import { testOutbox } from './outbox-contract.js';
import { testPeopleStore } from './people-contract.js';
import { testRulesetStore } from './ruleset-store-contract.js';
import type { CurrentStore, StoreUnderTest } from './store-under-test.js';

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
