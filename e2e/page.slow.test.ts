import { describe } from 'vitest';
import { boards } from './page/boards.js';
import { everyReader } from './page/every-reader.js';
import { gamesOfTwo } from './page/games-of-two.js';
import { waysIn } from './page/ways-in.js';
import { openTestServer } from './test-server.js';

/** One server and one browser for all stories of the page. */
const testServer = openTestServer();

describe('games of two', () => gamesOfTwo(testServer));
describe('ways in', () => waysIn(testServer));
describe('boards', () => boards(testServer));
describe('every reader', () => everyReader(testServer));
