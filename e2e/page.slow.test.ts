import { describe } from 'vitest';
import { boards } from './page/boards.js';
import { everyReader } from './page/every-reader.js';
import { gamesOfTwo } from './page/games-of-two.js';
import { waysIn } from './page/ways-in.js';
import { openHouse } from './test-server.js';

/** One server and one browser for all stories of the page. */
const house = openHouse();

describe('games of two', () => gamesOfTwo(house));
describe('ways in', () => waysIn(house));
describe('boards', () => boards(house));
describe('every reader', () => everyReader(house));
