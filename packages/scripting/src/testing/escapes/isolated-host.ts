/** Runs in place of the sandbox process, in its isolation: performs a forbidden action and prints the result. */
import { runInThisContext } from 'node:vm';
import { FORBIDDEN_ACTIONS } from './forbidden-actions.js';
import type { Bait } from './ways-out.js';

const [action, bait] = process.argv.slice(2) as [keyof typeof FORBIDDEN_ACTIONS, string];
const { file, mark, port, name } = JSON.parse(bait) as Bait;
process.stdout.write('begun ');
process.stdout.write(String(runInThisContext(FORBIDDEN_ACTIONS[action])(file, mark, port, name)));
