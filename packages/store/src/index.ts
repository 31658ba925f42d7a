export { openMemoryStore } from './memory/open.js';
export { memoryQueryCache } from './memory/query-cache.js';
export { type ArchiveProblem, openSqliteArchive, type SqliteArchive } from './sqlite/archive.js';
export { type BackupOptions, backUpSqlite } from './sqlite/backup.js';
export { type DatabasePath, databaseFile, databasePathAt } from './sqlite/database-path.js';
export { type FolderLock, lockFolder, removeDatabase } from './sqlite/folder-lock.js';
export { openSqliteStore } from './sqlite/open.js';
