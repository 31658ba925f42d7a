import { describe } from 'vitest';
import { testBoards } from '../testing/board-cases.js';

describe('a king', () => {
  testBoards([
    [
      'goes one step in every direction',
      'd4',
      `
      ** {3}           -> ** {3}
      **               -> * * X X X **
      * * * K **       -> * * X * X **
      **               -> * * X X X **
      ** {2}           -> ** {2}`,
    ],
    [
      'is blocked by its own side',
      'd4',
      `
      ** {3}           -> ** {3}
      * * P P P **     -> **
      * * P K P **     -> **
      * * P P P **     -> **
      ** {2}           -> ** {2}`,
    ],
    [
      'captures an unprotected piece',
      'd4',
      `
      ** {3}           -> ** {3}
      * * x x x **     -> * * X X X **
      * * x K x **     -> * * X * X **
      * * x x x **     -> * * X X X **
      ** {2}           -> ** {2}`,
    ],
    [
      'does not capture a protected piece',
      'd4',
      `
      * * * r **       -> **
      ** {2}           -> ** {2}
      * * * n **       -> * * X * X **
      * * * K **       -> * * X * X **
      **               -> * * * X **
      ** {2}           -> ** {2}`,
    ],
    [
      'castles on both sides',
      'e1',
      `
      ** {6}           -> ** {6}
      **               -> * * * X X X **
      R * * * K * * R  -> * * X X * X X *`,
      { unmoved: ['a1', 'e1', 'h1'] },
    ],
    [
      'castles on both sides as black',
      'e8',
      `
      r * * * k * * r  -> * * X X * X X *
      **               -> * * * X X X **
      ** {6}           -> ** {6}`,
      { turn: 'black', unmoved: ['a8', 'e8', 'h8'] },
    ],
    [
      'does not castle once it has moved',
      'e1',
      `
      ** {6}           -> ** {6}
      **               -> * * * X X X **
      R * * * K * * R  -> * * * X * X **`,
      { unmoved: ['a1', 'h1'] },
    ],
    [
      'does not castle with a rook that has moved',
      'e1',
      `
      ** {6}           -> ** {6}
      **               -> * * * X X X **
      R * * * K * * R  -> * * X X * X **`,
      { unmoved: ['a1', 'e1'] },
    ],
    [
      'does not castle over a piece',
      'e1',
      `
      ** {6}           -> ** {6}
      **               -> * * * X X X **
      R X * * K * x R  -> * * * X * X **`,
      { unmoved: ['a1', 'e1', 'h1'] },
    ],
    [
      'does not castle out of check',
      'e1',
      `
      * * * * r **     -> **
      ** {5}           -> ** {5}
      **               -> * * * X * X **
      R * * * K * * R  -> * * * X * X **`,
      { unmoved: ['a1', 'e1', 'h1'] },
    ],
    [
      'does not castle through an attacked square, but the rook may cross one',
      'e1',
      `
      * r * * * r **   -> **
      ** {5}           -> ** {5}
      **               -> * * * X X **
      R * * * K * * R  -> * * X X **`,
      { unmoved: ['a1', 'e1', 'h1'] },
    ],
  ]);
});
