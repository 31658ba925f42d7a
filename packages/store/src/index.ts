export { openMemoryCache } from './memory/answer-cache.js';
export { openMemoryStore } from './memory/open.js';
export { openSqliteStore, type SqlitePlace, type SqliteStore } from './sqlite/open.js';
