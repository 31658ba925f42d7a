export { openMemoryCache } from './memory/answer-cache.js';
export { openMemoryStore } from './memory/open.js';
export { type ArchiveFlaw, openSqliteArchive, type SqliteArchive } from './sqlite/archive.js';
export { type BackupWish, backUpSqlite } from './sqlite/backup.js';
export { type Hold, holdFolder, removeDatabase } from './sqlite/hold.js';
export { openSqliteStore } from './sqlite/open.js';
export { fileIn, placeAt, type SqlitePlace } from './sqlite/place.js';
