import { describe } from 'vitest';
import { accessibility } from './page/accessibility.js';
import { boards } from './page/boards.js';
import { joining } from './page/joining.js';
import { twoPlayers } from './page/two-players.js';
import { openTestServer } from './test-server.js';

/** One server and one browser for all tests of the page. */
const testServer = openTestServer();

describe('two players', () => twoPlayers(testServer));
describe('joining', () => joining(testServer));
describe('boards', () => boards(testServer));
describe('accessibility', () => accessibility(testServer));
