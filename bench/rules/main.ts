/** `npm run bench rules`: compares the compiled engine with chessops and chess.js, in CPU time of one run. */
import { randomGames } from './games.js';
import { benchJudge } from './judge.js';
import { benchLargeBoards } from './large-board.js';
import { benchMoves } from './moves.js';
import { benchPerft } from './perft.js';
import { benchPgn } from './pgn.js';
import { benchSan } from './san.js';
import { benchStartUp } from './start-up.js';

const budgetMs = Number(process.argv[2] ?? 2500);
const games = randomGames(100, 80);
benchPerft(budgetMs);
benchSan(games, budgetMs);
benchPgn(games, budgetMs);
benchMoves(games, budgetMs);
benchJudge(games, budgetMs);
benchLargeBoards(budgetMs);
benchStartUp();
