import { testUseCases } from '@chessmith/service/testing';
import { openMemoryStore } from './open.js';

testUseCases('a store in memory', async () => {
  const store = openMemoryStore();
  return { store, dispose: () => store.close() };
});
