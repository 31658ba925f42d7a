import { describe } from 'vitest';
import { testBoards } from '../testing/board-cases.js';

describe('a bishop', () => {
  testBoards([
    [
      'goes along the diagonals',
      'd4',
      `
      **               -> * * * * * * * X
      **               -> X * * * * * X *
      **               -> * X * * * X * *
      **               -> * * X * X * * *
      * * * B **       -> **
      **               -> * * X * X * * *
      **               -> * X * * * X * *
      **               -> X * * * * * X *`,
    ],
    [
      'is blocked by its own side',
      'd4',
      `
      ** {3}           -> ** {3}
      * * P * P **     -> **
      * * * B **       -> **
      * * P * P **     -> **
      ** {2}           -> ** {2}`,
    ],
    [
      'captures the first enemy in its way and goes no further',
      'd4',
      `
      ** {2}           -> ** {2}
      * x * * * x **   -> **
      * * p * x **     -> * * X * X **
      * * * B **       -> **
      * * n * q **     -> * * X * X **
      ** {2}           -> ** {2}`,
    ],
  ]);
});

describe('a rook', () => {
  testBoards([
    [
      'goes along ranks and files',
      'd4',
      `
      ** {4}           -> * * * X **
                       -> * * * X **
                       -> * * * X **
                       -> * * * X **
      * * * R **       -> X X X * X X X X
      ** {3}           -> * * * X **
                       -> * * * X **
                       -> * * * X **`,
    ],
    [
      'is blocked by its own side',
      'd4',
      `
      ** {3}           -> ** {3}
      * * * P **       -> **
      * * P R P **     -> **
      * * * P **       -> **
      ** {2}           -> ** {2}`,
    ],
    [
      'captures the first enemy in its way and goes no further',
      'd4',
      `
      ** {3}           -> ** {3}
      * * * x **       -> * * * X **
      * * p R * p p *  -> * * X * X X **
      * * * n **       -> * * * X **
      * * * x **       -> **
      **               -> **`,
    ],
  ]);
});

describe('a queen', () => {
  testBoards([
    [
      'goes in every direction',
      'd4',
      `
      ** {4}           -> * * * X * * * X
                       -> X * * X * * X *
                       -> * X * X * X * *
                       -> * * X X X * * *
      * * * Q **       -> X X X * X X X X
      ** {3}           -> * * X X X * * *
                       -> * X * X * X * *
                       -> X * * X * * X *`,
    ],
    [
      'is blocked by its own side',
      'd4',
      `
      ** {3}           -> ** {3}
      * * P P P **     -> **
      * * P Q P **     -> **
      * * P P P **     -> **
      ** {2}           -> ** {2}`,
    ],
    [
      'captures the first enemy in its way and goes no further',
      'd4',
      `
      ** {2}           -> ** {2}
      * x x x x x **   -> **
      * * p p p **     -> * * X X X **
      * * p Q p **     -> * * X * X **
      * * p p p **     -> * * X X X **
      ** {2}           -> ** {2}`,
    ],
  ]);
});

describe('a knight', () => {
  testBoards([
    [
      'leaps over other pieces',
      'd4',
      `
      ** {2}           -> ** {2}
      **               -> * * X * X **
      * * p P p **     -> * X * * * X **
      * * P N P **     -> **
      * * p P p **     -> * X * * * X **
      **               -> * * X * X **
      **               -> **`,
    ],
    [
      'is blocked by its own side and captures the other',
      'd4',
      `
      ** {2}           -> ** {2}
      * * P * p **     -> * * * * X **
      * P * * * p **   -> * * * * * X **
      * * * N **       -> **
      * P * * * p **   -> * * * * * X **
      * * P * p **     -> * * * * X **
      **               -> **`,
    ],
    [
      'stays on the board',
      'a1',
      `
      ** {5}           -> ** {5}
      **               -> * X **
      **               -> * * X **
      N **             -> **`,
    ],
  ]);
});
