#!/usr/bin/env node
// npm links a command only if its file exists at install time, so this file is committed and the rest is built.
import { existsSync } from 'node:fs';

if (existsSync(new URL('../dist/run.js', import.meta.url))) {
  await import('../dist/run.js');
} else {
  console.error('chessmith is not built yet: run "npm run build" first.');
  process.exitCode = 1;
}
