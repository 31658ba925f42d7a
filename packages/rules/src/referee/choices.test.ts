import { expect, test } from 'vitest';
import { listMoves } from './choices.js';
import type { Choice, RulesetCard } from './port.js';

const CARD: RulesetCard = {
  name: 'any',
  title: 'Any',
  summary: 'Any.',
  files: 8,
  ranks: 8,
  roles: ['pawn', 'knight', 'queen'].map((role) => ({
    role,
    letter: role === 'knight' ? 'N' : role[0]!.toUpperCase(),
  })),
};

test.each<[string, Choice[], string[]]>([
  ['moves', [{ kind: 'move', from: 'e2', to: ['e3', 'e4'] }], ['e2e3', 'e2e4']],
  [
    'promotions, each target with each role',
    [{ kind: 'move', from: 'a7', to: ['a8', 'b8'], promote: ['queen', 'knight'] }],
    ['a7a8q', 'a7a8n', 'a7b8q', 'a7b8n'],
  ],
  [
    'words of a script',
    [{ kind: 'move', from: 'a7', to: ['a8'], promote: ['queen', 'north'] }],
    ['a7a8q', 'a7a8=north'],
  ],
  [
    'moves with a second target',
    [{ kind: 'move', from: 'e2', to: ['e4'], onward: ['d5', 'f5'] }],
    ['e2e4,e4d5', 'e2e4,e4f5'],
  ],
  ['drops', [{ kind: 'drop', role: 'knight', to: ['f3', 'g4'] }], ['N@f3', 'N@g4']],
  ['splits, in pairs', [{ kind: 'split', from: 'b1', to: ['a3', 'c3', 'd2'] }], ['b1^a3c3', 'b1^a3d2', 'b1^c3d2']],
  [
    'splits whose targets exclude each other',
    [{ kind: 'split', from: 'e1', to: ['d1', 'f1', 'g1'], notBoth: [['g1', 'f1']] }],
    ['e1^d1f1', 'e1^d1g1'],
  ],
  [
    'merges, of one group and onto a common target',
    [
      { kind: 'merge', from: 'a3', group: 'n', to: ['b5', 'c4'] },
      { kind: 'merge', from: 'c3', group: 'n', to: ['b5', 'd5'] },
      { kind: 'merge', from: 'd7', group: 'm', to: ['b5'] },
    ],
    ['a3c3^b5'],
  ],
])('%s are listed one by one', (_, choices, spelled) => {
  expect(listMoves(CARD, choices)).toEqual(spelled);
});
