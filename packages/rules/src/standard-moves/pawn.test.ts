import { describe } from 'vitest';
import { testBoards } from '../testing/board-cases.js';

describe('a pawn', () => {
  testBoards([
    [
      'goes one step or two from its first rank',
      'e2',
      `
      ** {4}           -> ** {4}
      **               -> * * * * X **
      **               -> * * * * X **
      * * * * P **     -> **
      **               -> **`,
    ],
    [
      'goes one step or two from its first rank as black',
      'e7',
      `
      **               -> **
      * * * * p **     -> **
      **               -> * * * * X **
      **               -> * * * * X **
      ** {4}           -> ** {4}`,
      { turn: 'black' },
    ],
    [
      'goes one step elsewhere',
      'e3',
      `
      ** {4}           -> ** {4}
      **               -> * * * * X **
      * * * * P **     -> **
      ** {2}           -> ** {2}`,
    ],
    [
      'is blocked by an enemy in front of it',
      'e2',
      `
      ** {5}           -> ** {5}
      * * * * p **     -> **
      * * * * P **     -> **
      **               -> **`,
    ],
    [
      'goes only one step if the second square is occupied',
      'e2',
      `
      ** {4}           -> ** {4}
      * * * * P **     -> **
      **               -> * * * * X **
      * * * * P **     -> **
      **               -> **`,
    ],
    [
      'captures forward diagonally, but never its own side',
      'e4',
      `
      ** {3}           -> ** {3}
      * * * p * P **   -> * * * X X **
      * * * * P **     -> **
      * * * p * p **   -> **
      ** {2}           -> ** {2}`,
    ],
    [
      'captures forward diagonally as black',
      'e5',
      `
      ** {3}           -> ** {3}
      * * * * p **     -> **
      * * * P * P **   -> * * * X X X **
      ** {3}           -> ** {3}`,
      { turn: 'black' },
    ],
    [
      'captures on one side at the edge',
      'a4',
      `
      ** {3}           -> ** {3}
      x x * * * * * x  -> * X **
      P **             -> **
      ** {3}           -> ** {3}`,
    ],
    [
      'captures en passant after a double step',
      'e5',
      `
      **               -> **
      * * * p **       -> **
      **               -> * * * X X **
      * * * * P **     -> **
      ** {4}           -> ** {4}`,
      { turn: 'black', after: ['d7d5'] },
    ],
    [
      'captures en passant as black',
      'd4',
      `
      ** {4}           -> ** {4}
      * * * p **       -> **
      **               -> * * * X X **
      * * * * P **     -> **
      **               -> **`,
      { after: ['e2e4'] },
    ],
    [
      'does not capture en passant after two single steps',
      'e5',
      `
      **               -> **
      * * * p **       -> **
      * * * * * * * x  -> * * * * X **
      * * * * P **     -> **
      ** {2}           -> ** {2}
      * * * * * * * P  -> **
      **               -> **`,
      { turn: 'black', after: ['d7d6', 'h2h3', 'd6d5'] },
    ],
    [
      'captures en passant in the next move only',
      'e5',
      `
      * * * * * * * k  -> **
      * * * p **       -> **
      **               -> * * * * X **
      * * * * P **     -> **
      ** {3}           -> ** {3}
      * * * * * * * K  -> **`,
      { turn: 'black', after: ['d7d5', 'h1h2', 'h8h7'] },
    ],
  ]);
});
