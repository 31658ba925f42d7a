import { describe } from 'vitest';
import { testBoards } from '../testing/board-cases.js';

describe('a move must not leave the own king in check:', () => {
  testBoards([
    [
      'a pinned pawn goes forward only',
      'e3',
      `
      * * * * r **     -> **
      ** {3}           -> ** {3}
      * * * x * x **   -> * * * * X **
      * * * * P **     -> **
      **               -> **
      * * * * K **     -> **`,
    ],
    [
      'a pawn pinned along its rank stays',
      'd2',
      `
      ** {5}           -> ** {5}
      * * x * x **     -> **
      r * * P * * * K  -> **
      **               -> **`,
    ],
    [
      'a pawn blocks the check',
      'd2',
      `
      ** {5}           -> ** {5}
      r * * * * * * K  -> * * * X **
      * * * P **       -> **
      **               -> **`,
    ],
    [
      'a pawn captures the checking piece',
      'd2',
      `
      ** {4}           -> ** {4}
      * * * * x **     -> **
      * * n * x **     -> * * X **
      * * * P **       -> **
      * K **           -> **`,
    ],
    [
      'a knight blocks the check',
      'd5',
      `
      * * * * r **     -> **
      **               -> * * * * X **
      **               -> **
      * * * N **       -> **
      **               -> **
      **               -> * * * * X **
      **               -> **
      * * * * K **     -> **`,
    ],
    [
      'a pinned knight stays',
      'e4',
      `
      * * * * r **     -> **
      ** {3}           -> ** {3}
      * * * * N **     -> **
      ** {2}           -> ** {2}
      * * * * K **     -> **`,
    ],
    [
      'a bishop blocks the check',
      'c4',
      `
      * * * * r **     -> **
      ** {3}           -> **
                       -> * * * * X **
                       -> **
      * * B **         -> **
      ** {2}           -> **
                       -> * * * * X **
      * * * * K **     -> **`,
    ],
    [
      'a pinned rook stays on its line',
      'e4',
      `
      * * * * r **     -> * * * * X **
      ** {3}           -> * * * * X **
                       -> * * * * X **
                       -> * * * * X **
      * * * * R **     -> **
      ** {2}           -> * * * * X **
                       -> * * * * X **
      * * * * K **     -> **`,
    ],
    [
      'a queen ends the check in more than one way',
      'd4',
      `
      * * * * r **     -> **
      ** {3}           -> ** {2}
                       -> * * * * X **
      * * * Q **       -> * * * * X **
      ** {2}           -> * * * * X **
                       -> **
      * * * * K **     -> **`,
    ],
    [
      'a king leaves the line of the rook, also backwards',
      'e4',
      `
      * * * * r **     -> **
      ** {2}           -> ** {2}
      **               -> * * * X * X **
      * * * * K **     -> * * * X * X **
      **               -> * * * X * X **
      ** {2}           -> ** {2}`,
    ],
  ]);
});
