import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { moveArguments } from './arguments.js';
import { LIMITS } from './limits.js';
import { parseScriptMove } from './moves.js';
import { readAnswer, readStart } from './read-answer.js';
import { VERSION_1 } from './read-card.js';
import { asRecord, formatState, parseState } from './record.js';
import type { ScriptCard } from './state.js';

const pawn = { color: 'white', name: 'pawn', x: 4, y: 1 };
const king = { color: 'black', name: 'king', x: 4, y: 7 };
const step = { from_x: 4, from_y: 1, to_x: 4, to_y: 2 };
const state = { pieces: [pawn, king], possible_moves: [step], additional_data: { a: 1 }, status: 'running' };
const two = { ...state, version: 2 };

const start = (answer: unknown) => readStart(JSON.stringify(answer));
const codeOf = (answer: unknown) => {
  const read = start(answer);
  return read.ok ? 'ok' : read.error.code;
};

describe('a state of version 1', () => {
  test('is read in full', () => {
    expect(unwrap(start(state))).toEqual({
      card: VERSION_1,
      state: {
        pieces: [
          { role: 'pawn', color: 'white', square: 'e2' },
          { role: 'king', color: 'black', square: 'e8' },
        ],
        moves: ['e2e3'],
        data: '{"a":1}',
        turn: 'white',
        status: 'running',
      },
    });
  });

  test.each<[string, unknown, string]>([
    ['is no object', [1], 'script/no-state'],
    ['is null', null, 'script/no-state'],
    ['has no pieces', { ...state, pieces: undefined }, 'script/missing-field'],
    ['has no status', { ...state, status: undefined }, 'script/missing-field'],
    ['has no additional_data', { ...state, additional_data: undefined }, 'script/missing-field'],
    ['has no list of moves', { ...state, possible_moves: undefined }, 'script/missing-field'],
    ['names its moves twice and differently', { ...state, possible_positions: [] }, 'script/moves-differ'],
    ['has a status that is unknown', { ...state, status: 'white lost' }, 'script/unknown-status'],
    ['runs without a move', { ...state, possible_moves: [] }, 'script/no-moves-left'],
    ['has a green piece', { ...state, pieces: [{ ...pawn, color: 'green' }] }, 'script/unknown-color'],
    ['has a dragon', { ...state, pieces: [pawn, { ...king, name: 'dragon' }] }, 'script/unknown-piece'],
    ['has a piece off the board', { ...state, pieces: [pawn, { ...king, x: 8 }] }, 'script/off-board'],
    ['has a piece between squares', { ...state, pieces: [pawn, { ...king, x: 0.5 }] }, 'script/not-whole'],
    ['has a coordinate that is no number', { ...state, pieces: [pawn, { ...king, x: '1' }] }, 'script/malformed'],
    ['has a coordinate that is null', { ...state, pieces: [pawn, { ...king, x: Number.NaN }] }, 'script/malformed'],
    ['has two pieces on a square', { ...state, pieces: [pawn, { ...king, x: 4, y: 1 }] }, 'script/two-on-a-square'],
    ['has 65 pieces', { ...state, pieces: Array(65).fill(pawn) }, 'script/too-large'],
    ['moves off the board', { ...state, possible_moves: [{ ...step, to_y: 8 }] }, 'script/off-board'],
    ['moves an empty square', { ...state, possible_moves: [{ ...step, from_x: 3 }] }, 'script/not-own-piece'],
    ['moves a piece of the other side', { ...state, possible_moves: [{ ...step, from_y: 7 }] }, 'script/not-own-piece'],
    ['lists a million moves', { ...state, possible_moves: Array(10_000).fill(step) }, 'script/too-large'],
    ['remembers more than a megabyte', { ...state, additional_data: 'x'.repeat(1_048_576) }, 'script/data-too-large'],
    ['is enormous', { ...state, additional_data: 'x'.repeat(2_100_000) }, 'script/too-large'],
    ['carries heavy pieces', { ...state, pieces: [{ ...pawn, why: 'x'.repeat(70_000) }] }, 'script/too-large'],
  ])('that %s is refused', (_, answer, code) => {
    const read = start(answer);
    expect(read).toMatchObject({ ok: false, error: { code } });
    if (!read.ok) expect(read.error.message).toMatch(/\w+ \w+.*\.$/);
  });

  test.each<[string, unknown]>([
    ['that calls its moves possible_positions', { ...state, possible_moves: undefined, possible_positions: [step] }],
    ['that names its moves twice alike', { ...state, possible_positions: [step] }],
    ['with fields that is unknown', { ...state, message: 7, score: [1, 2] }],
    ['that says it is of version 1', { ...state, version: 1, kinds: 'none' }],
    [
      'that has ended and still lists the loser’s moves',
      { ...state, status: 'draw', possible_moves: [{ ...step, from_x: 0 }] },
    ],
    ['with a megabyte of data', { ...state, additional_data: 'x'.repeat(1_048_574) }],
  ])('%s is accepted', (_, answer) => expect(codeOf(answer)).toBe('ok'));

  test.each<[string, unknown, string]>([
    [
      'spelt otherwise',
      { ...state, status: 'White won' },
      'status: expected "running" or "white won" or "black won" or "draw", but it is "White won".',
    ],
    [
      'of another kind',
      { ...state, pieces: [{ ...pawn, x: 'e' }, king] },
      'pieces[0].x: expected an integer from 0 to 7, but it is "e".',
    ],
    [
      'under another name',
      { ...state, possible_moves: [{ from: 'e2', to: 'e3' }] },
      'possible_moves[0].from_x: missing, expected an integer from 0 to 7, but there is only {"from":"e2","to":"e3"}.',
    ],
    [
      'with letters of another language',
      { ...two, kinds: [{ name: 'läufer', letter: 'L' }] },
      'kinds[0].name: expected a word of 2 to 31 small letters from a to z, but it is "läufer".',
    ],
    ['that is long', { ...two, name: 'x'.repeat(61) }, 'name: expected a string of at most 60 characters.'],
  ])('with a field %s is refused with what was found instead', (_, answer, message) => {
    const read = start(answer);
    expect(read.ok ? '' : read.error.message).toBe(`In the script's answer: ${message}`);
  });

  test('of the wrong shape is refused with the field, what is expected and what was given', () => {
    expect(start({ ...state, status: 'lost' })).toMatchObject({
      error: {
        code: 'script/unknown-status',
        facts: { field: 'status', expected: expect.stringContaining('running'), given: '"lost"' },
      },
    });
  });

  test('that is nested too deeply, or not JSON, is refused', () => {
    const deep = JSON.stringify(state).replace('{"a":1}', `${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    expect(readStart(deep)).toMatchObject({ error: { code: 'script/too-deep', facts: { limit: LIMITS.depth } } });
    expect(readStart('{"pieces": NaN}')).toMatchObject({ error: { code: 'script/not-json' } });
  });

  test('keeps extra fields and data, to the last digit', () => {
    const text = `{"pieces":[{"color":"white","name":"pawn","x":4.0,"y":1,"moved":true,"__proto__":{"x":1}}],"possible_moves":[${JSON.stringify(step)}],"status":"running","additional_data":{"b\\"}": 18446744073709551615, "9":[], "1":0}}`;
    const { card, state: read } = unwrap(readStart(text));
    const stored = JSON.parse(JSON.stringify(asRecord(formatState(card, read))));
    const back = parseState(card, stored);
    expect(back).toEqual(read);
    expect(moveArguments(back, parseScriptMove(card.kinds, 'e2e3')!)).toBe(
      '[[{"color":"white","name":"pawn","x":4,"y":1,"moved":true,"__proto__":{"x":1}}],' +
        '{"from_x":4,"from_y":1,"to_x":4,"to_y":2},"black",{"b\\"}": 18446744073709551615, "9":[], "1":0}]',
    );
  });

  test('after a move of white has the moves of black', () => {
    const black = { ...state, possible_moves: [{ from_x: 4, from_y: 7, to_x: 4, to_y: 6 }] };
    expect(unwrap(readAnswer(VERSION_1, JSON.stringify(black), 'white'))).toMatchObject({
      turn: 'black',
      moves: ['e8e7'],
    });
    expect(readAnswer(VERSION_1, JSON.stringify(state), 'white')).toMatchObject({
      error: { code: 'script/not-own-piece', facts: { move: 'e2e3', turn: 'black' } },
    });
  });
});

describe('a state of version 2', () => {
  const kinds = [
    { name: 'dragon', letter: 'D', glyph: '🐉' },
    { name: 'prince', letter: 'P', glyph: '<svg viewBox="0 0 9 9"><g fill="#fff"><path d="M0 0L9 9z"/></g></svg>' },
  ];
  const rich = {
    ...two,
    name: 'Dragon war',
    board: { files: 10, ranks: 12 },
    kinds,
    ply_cap: 30,
    random: true,
    pieces: [
      { color: 'white', name: 'dragon', x: 9, y: 11 },
      { color: 'black', name: 'queen', x: 0, y: 0 },
    ],
    possible_moves: [
      { from_x: 9, from_y: 11, to_x: 9, to_y: 10, choice: 'prince' },
      { from_x: 9, from_y: 11, to_x: 8, to_y: 10, then_x: 7, then_y: 9 },
      { drop: 'prince', to_x: 1, to_y: 0 },
    ],
    message: 'Choose',
    highlights: [{ x: 9, y: 11 }],
  };

  test('describes its board, its pieces and its choices', () => {
    const { card, state: read } = unwrap(start(rich));
    expect(card).toMatchObject({ files: 10, ranks: 12, plyCap: 30, random: true, name: 'Dragon war' });
    expect(card.kinds.map(({ letter }) => letter).join('')).toBe('DPNBRQK');
    expect(read).toMatchObject({
      moves: ['j12j11=prince', 'j12i11,i11h10', 'prince@b1'],
      message: 'Choose',
      highlights: ['j12'],
    });
    expect(parseState(card, asRecord(formatState(card, read)))).toEqual(read);
    expect(moveArguments(read, parseScriptMove(card.kinds, 'j12i11,i11h10')!)).toContain(
      '{"from_x":9,"from_y":11,"to_x":8,"to_y":10,"then_x":7,"then_y":9},"black"',
    );
    expect(moveArguments(read, parseScriptMove(card.kinds, 'P@b1')!)).toContain('{"drop":"prince","to_x":1,"to_y":0}');
    expect(parseScriptMove(card.kinds, 'j12j11p')).toEqual(parseScriptMove(card.kinds, 'j12j11=prince'));
  });

  test('may leave the turn with the mover', () => {
    const { card } = unwrap(start(two));
    const again = { ...state, next_turn: 'white' };
    expect(unwrap(readAnswer(card, JSON.stringify(again), 'white'))).toMatchObject({ turn: 'white' });
  });

  test.each<[string, unknown, string]>([
    ['has a field that is unknown', { ...two, mesage: 'x' }, 'script/unknown-field'],
    ['claims another version', { ...two, version: 3 }, 'script/malformed'],
    ['has a board of one file', { ...two, board: { files: 1, ranks: 8 } }, 'script/malformed'],
    ['has a board of 17 ranks', { ...two, board: { files: 8, ranks: 17 } }, 'script/malformed'],
    ['has two kinds of one letter', { ...two, kinds: [kinds[0], { name: 'duck', letter: 'D' }] }, 'script/kind-twice'],
    ['has a letter in two', { ...two, kinds: [{ name: 'duck', letter: 'DU' }] }, 'script/malformed'],
    [
      'draws with a script',
      { ...two, kinds: [{ name: 'duck', letter: 'D', glyph: '<svg onload="x"/>' }] },
      'script/malformed',
    ],
    ['says more than 500 characters', { ...two, message: 'x'.repeat(501) }, 'script/too-large'],
    ['highlights a square off the board', { ...two, highlights: [{ x: 8, y: 0 }] }, 'script/off-board'],
    ['drops onto a piece', { ...two, possible_moves: [{ drop: 'pawn', to_x: 4, to_y: 1 }] }, 'script/drop-on-piece'],
    ['drops a stranger', { ...two, possible_moves: [{ drop: 'duck', to_x: 0, to_y: 0 }] }, 'script/unknown-piece'],
    ['offers a choice in capitals', { ...two, possible_moves: [{ ...step, choice: 'A b' }] }, 'script/malformed'],
    ['has half a second target', { ...two, possible_moves: [{ ...step, then_x: 1 }] }, 'script/missing-field'],
    ['ends after no ply', { ...two, ply_cap: 0 }, 'script/malformed'],
  ])('that %s is refused', (_, answer, code) => expect(codeOf(answer)).toBe(code));
});

describe('a glyph that an older check accepted', () => {
  const withGlyph = (glyph: string) => JSON.stringify({ ...two, kinds: [{ name: 'dragon', letter: 'D', glyph }] });
  const accepted = (glyph: string): ScriptCard => ({ ...VERSION_1, kinds: [{ role: 'dragon', letter: 'D', glyph }] });

  test('stays valid in new games', () => {
    expect(readStart(withGlyph('🐉🐉'))).toMatchObject({ ok: false, error: { code: 'script/malformed' } });
    expect(readStart(withGlyph('🐉🐉'), accepted('🐉🐉'))).toMatchObject({
      ok: true,
      value: { card: { kinds: [{ role: 'dragon', glyph: '🐉🐉' }, ...Array(6).fill({})] } },
    });
  });

  test('is refused if it differs, or is an SVG', () => {
    const picture = '<svg onload="alert(1)"></svg>';
    for (const [now, before] of [
      ['🐉🐉', '🐉🐲'],
      [picture, picture],
    ] as const) {
      expect(readStart(withGlyph(now), accepted(before))).toMatchObject({ ok: false });
    }
  });
});
