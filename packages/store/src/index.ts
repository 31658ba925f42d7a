export { openMemoryCache } from './memory/answer-cache.js';
export { openMemoryStore } from './memory/open.js';
