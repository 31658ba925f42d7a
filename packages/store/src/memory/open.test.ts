import { testStore } from '@chessmith/service/testing';
import { openMemoryStore } from './open.js';

testStore('memory', async () => {
  const store = openMemoryStore();
  return { store, dispose: () => store.close() };
});
