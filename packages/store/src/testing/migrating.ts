/**
 * A program that runs many migrations on a file: arguments FILE MIGRATIONS. It prints `begun` and `through`. Each
 * migration adds one row to `done` and a table with a thousand rows.
 */
import { writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { migrate } from '../sqlite/migrations.js';

const [file = '', count = '0'] = process.argv.slice(2);

const steps = Array.from(
  { length: Number(count) },
  (_, step) => `
  CREATE TABLE IF NOT EXISTS done (step INTEGER NOT NULL);
  INSERT INTO done VALUES (${step});
  CREATE TABLE step_${step} (number INTEGER NOT NULL);
  INSERT INTO step_${step}
    WITH RECURSIVE counting (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM counting WHERE number < 1000)
    SELECT number FROM counting;`,
);

const db = new Database(file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
writeSync(1, 'begun\n');
migrate(db, steps);
writeSync(1, 'through\n');
db.close();
