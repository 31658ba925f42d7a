import type { Ending, Ruleset } from '../ruleset.js';
import { standard } from './standard.js';

const kingOnHill: Ending = { kind: 'reach', role: 'king', squares: ['d4', 'e4', 'd5', 'e5'] };

/** A king alone can still walk up the hill, so no material is too little. */
export const kingOfTheHill: Ruleset = {
  ...standard,
  name: 'king-of-the-hill',
  title: 'King of the hill',
  summary: 'Bring your king to one of the four central squares to win.',
  endings: [kingOnHill, ...standard.endings.filter(({ kind }) => kind !== 'insufficient-material')],
};
