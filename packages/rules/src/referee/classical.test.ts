import { seededRandom, unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { rulesetNamed } from '../rulesets/catalogue.js';
import { classicalReferee } from './classical.js';
import type { Setup } from './port.js';

const NO_CHANCE = {
  int: () => expect.fail('drew a lot'),
  real: () => expect.fail('drew a lot'),
};

/** Plays moves from a new start and returns the last ruling and its view. */
function played(ruleset: string, setup: Setup, ...moves: string[]) {
  const referee = classicalReferee(rulesetNamed(ruleset)!);
  const start = unwrap(referee.start(setup, NO_CHANCE));
  let position = start.position;
  let last: ReturnType<typeof referee.judge> | undefined;
  for (const move of moves) {
    last = referee.judge(position, move);
    position = unwrap(last).after;
  }
  const ruling = last === undefined ? undefined : unwrap(last);
  return { referee, start, position, ruling, view: referee.view(position, { kind: 'watcher' }) };
}

const refusalOf = (ruleset: string, setup: Setup) => {
  const started = classicalReferee(rulesetNamed(ruleset)!).start(setup, NO_CHANCE);
  return started.ok ? null : started.error.code;
};

describe('a start', () => {
  test('may be the default, a FEN or a board drawn as text', () => {
    expect(played('standard', {}).view.notation).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    const fen = '4k3/8/8/8/8/8/4P3/4K3 b - - 3 9';
    expect(played('standard', { position: fen }).view.notation).toBe(fen);
    const drawn = '* * * * k **\n** {5}\n* * * * P **\n* * * * K **';
    expect(played('standard', { position: drawn }).view.notation).toBe('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
    expect(played('standard', { position: drawn, turn: 'black' }).view.turn).toBe('black');
  });

  test('of Chess960 has the given number, or a random one', () => {
    const referee = classicalReferee(rulesetNamed('chess960')!);
    expect(played('chess960', { number: 0 }).view.notation).toMatch(/^bbqnnrkr\//);
    const drawn = unwrap(referee.start({}, { int: (bound) => bound - 1, real: () => 0 }));
    expect(drawn.record.open).toMatchObject({ number: 959 });
    expect(referee.view(drawn.position, { kind: 'watcher' }).notation).toMatch(/^rkrnnqbb\//);
  });

  test('may list the unmoved pieces; a moved one cannot castle', () => {
    const position = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
    const { view, start, referee } = played('standard', { position, unmoved: ['e1', 'h1', 'e8', 'a8'] });
    expect(view.notation).toBe('r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1');
    expect(referee.view(referee.resume(start.record), { kind: 'watcher' }).notation).toBe(view.notation);
  });

  test.each<[string, string, Setup, string]>([
    ['an invalid FEN', 'standard', { position: 'nonsense' }, 'fen/malformed'],
    [
      'a board without kings',
      'standard',
      { position: '8/8/8/8/8/8/8/8 w - - 0 1' },
      expect.stringMatching(/^position\//),
    ],
    ['a number without numbered starts', 'standard', { number: 5 }, 'rules/no-numbered-starts'],
    ['a number that is too high', 'chess960', { number: 960 }, 'rules/no-such-start'],
    ['two starts at once', 'chess960', { number: 1, position: '8/8' }, 'rules/two-starts'],
    ['an unmoved square off the board', 'los-alamos', { unmoved: ['h8'] }, 'notation/no-such-square'],
  ])('%s is refused', (_, ruleset, setup, code) => {
    expect(refusalOf(ruleset, setup)).toEqual(code);
  });
});

describe('a ruling says what happened', () => {
  test.each<[string, string, Setup, string[], string, object[]]>([
    [
      'en passant',
      'standard',
      {},
      ['e4', 'a6', 'e5', 'd5', 'exd6'],
      'exd6',
      [
        { kind: 'moved', role: 'pawn', color: 'white', from: 'e5', to: 'd6' },
        { kind: 'captured', role: 'pawn', color: 'black', on: 'd5' },
      ],
    ],
    [
      'a promotion with check',
      'standard',
      { position: '6k1/P7/8/8/8/8/8/4K3 w - - 0 1' },
      ['a7a8r'],
      'a8=R+',
      [
        { kind: 'moved', role: 'pawn', color: 'white', from: 'a7', to: 'a8' },
        { kind: 'promoted', role: 'rook', color: 'white', on: 'a8' },
        { kind: 'checked', color: 'black' },
      ],
    ],
    [
      'castling on the queen’s side',
      'standard',
      { position: 'r3k3/8/8/8/8/8/8/4K3 b q - 0 1' },
      ['e8c8'],
      'O-O-O',
      [{ kind: 'castled', color: 'black', side: 'queen' }],
    ],
    [
      'a drop',
      'crazyhouse',
      {},
      ['e4', 'd5', 'exd5', 'Qxd5', 'P@e4'],
      '@e4',
      [{ kind: 'dropped', role: 'pawn', color: 'white', on: 'e4' }],
    ],
    [
      'an explosion',
      'atomic',
      { position: '4k3/8/2n5/3p4/4P3/8/8/4K3 w - - 0 1' },
      ['exd5'],
      'exd5',
      [
        { kind: 'moved', role: 'pawn', color: 'white', from: 'e4', to: 'd5' },
        { kind: 'captured', role: 'pawn', color: 'black', on: 'd5' },
        { kind: 'exploded', role: 'pawn', color: 'white', on: 'd5' },
        { kind: 'exploded', role: 'knight', color: 'black', on: 'c6' },
      ],
    ],
  ])('%s', (_, ruleset, setup, moves, notation, happened) => {
    const { ruling } = played(ruleset, setup, ...moves);
    expect(ruling).toMatchObject({ notation, happened, usedChance: false });
  });
});

describe('a view', () => {
  test('groups targets by promotion; an optional promotion gives two choices', () => {
    const { view } = played('standard', { position: '1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1' });
    expect(view.choices.filter((choice) => choice.kind === 'move' && choice.from === 'a7')).toEqual([
      {
        kind: 'move',
        from: 'a7',
        to: expect.toSatisfy(sameAs('a8', 'b8')),
        promote: ['queen', 'rook', 'bishop', 'knight'],
      },
    ]);
    const grand = played('grand', { position: '4k5/10/10/P9/10/10/10/10/10/4K5 w - - 0 1' }).view;
    expect(grand.choices.filter((choice) => choice.kind === 'move' && choice.from === 'a7')).toEqual([
      { kind: 'move', from: 'a7', to: ['a8'] },
      { kind: 'move', from: 'a7', to: ['a8'], promote: expect.arrayContaining(['queen', 'rook']) },
    ]);
  });

  test('shows pockets, drops and check counters if the ruleset has them', () => {
    const crazyhouse = played('crazyhouse', {}, 'e4', 'd5', 'exd5', 'Qxd5').view;
    expect(crazyhouse.pockets).toEqual({ white: { pawn: 1 }, black: { pawn: 1 } });
    expect(crazyhouse.choices).toContainEqual({ kind: 'drop', role: 'pawn', to: expect.arrayContaining(['e4']) });
    const counted = played('three-check', {}, 'e4', 'e5', 'Qh5', 'Nf6', 'Qxf7').view;
    expect(counted.extra).toEqual({ checksGiven: { white: 1, black: 0 } });
    expect(counted.check).toEqual(['e8']);
    expect(played('standard', {}).view).not.toHaveProperty('pockets');
  });

  test('offers the claims of the profile', () => {
    const shuffle = ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8'];
    const { view, position, referee } = played('standard', {}, ...shuffle);
    expect(view.claims).toEqual(['threefold-repetition']);
    const restored = referee.restore(JSON.parse(JSON.stringify(referee.snapshot(position))));
    expect(referee.view(restored, { kind: 'watcher' }).claims).toEqual(['threefold-repetition']);
    const position50 = '4k3/8/8/8/8/8/4P3/R3K3 w - - 99 80';
    expect(played('standard', { position: position50, profile: 'fide' }, 'Ra8').view.claims).toEqual(['fifty-moves']);
    expect(played('standard', { position: position50 }, 'Ra8').view.outcome).toEqual({
      kind: 'draw',
      by: 'fifty-moves',
    });
  });
});

describe('free analysis', () => {
  test('lets either side move, several times in a row', () => {
    const { view, ruling } = played('standard', { free: true }, 'd7d5', 'e5'.replace('e5', 'd5d4'), 'e2e4', 'Nf3');
    expect(view.notation).toBe('rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 3');
    expect(ruling?.record.open).toBe('g1f3');
    expect(view.choices.filter((choice) => choice.kind === 'move' && /1|2|3/.test(choice.from))).not.toEqual([]);
  });

  test('needs no kings and continues after the end, but reports the outcome', () => {
    expect(played('standard', { free: true, position: '8/8/8/8/8/8/4P3/8 w - - 0 1' }, 'e4', 'e5').view.ply).toBe(2);
    const hill = { free: true, position: '4k3/8/8/8/8/4K3/8/8 w - - 0 1' };
    const { view } = played('king-of-the-hill', hill, 'Ke4', 'Kd8', 'Kd3');
    expect([view.ply, view.outcome]).toEqual([3, null]);
    expect(played('king-of-the-hill', hill, 'Ke4').view.outcome).toEqual({
      kind: 'win',
      winner: 'white',
      by: 'king-on-hill',
    });
  });

  test('refuses a move that neither side can make', () => {
    const { referee, position } = played('standard', { free: true });
    const codes = ['e2e5', 'e7e4', 'h5h6', 'Ke5'].map((text) => {
      const ruling = referee.judge(position, text);
      return ruling.ok ? null : ruling.error.code;
    });
    expect(codes).toEqual(['move/not-reachable', 'move/not-reachable', 'move/no-piece', 'move/not-reachable']);
  });
});

test('an ended game refuses moves', () => {
  const { referee, position, view } = played('standard', {}, 'f3', 'e5', 'g4', 'Qh4#');
  expect(view.outcome).toEqual({ kind: 'win', winner: 'black', by: 'checkmate' });
  expect(referee.judge(position, 'a3')).toMatchObject({
    ok: false,
    error: { code: 'game/over', message: 'The game is over: checkmate.' },
  });
});

const sameAs =
  (...squares: string[]) =>
  (actual: unknown) =>
    Array.isArray(actual) && [...actual].sort().join() === squares.join();

test.each(['standard', 'chess960', 'crazyhouse', 'atomic', 'three-check', 'capablanca'])(
  'positions of one game of %s do not change, in whatever order they are read',
  (name) => {
    const random = seededRandom(7);
    const referee = classicalReferee(rulesetNamed(name)!);
    const start = unwrap(referee.start({}, { int: random.int, real: () => 0.5 }));
    const told = (position: typeof start.position) => JSON.stringify(referee.view(position, { kind: 'watcher' }));
    const places = [{ position: start.position, seen: told(start.position), moves: [] as string[] }];
    for (let step = 0; step < 100; step++) {
      const from = places[random.int(places.length)]!;
      expect(told(from.position)).toBe(from.seen);
      const [choice] = referee.view(from.position, { kind: 'watcher' }).choices.toSorted(() => random.int(3) - 1);
      if (choice === undefined) continue;
      const to = choice.to[random.int(choice.to.length)]!;
      const letter = (role: string) => referee.about.roles.find((known) => known.role === role)!.letter;
      const text =
        choice.kind === 'drop'
          ? `${letter(choice.role)}@${to}`
          : `${choice.from}${to}${choice.kind === 'move' && choice.promote ? letter(choice.promote[0]!).toLowerCase() : ''}`;
      const { after, record } = unwrap(referee.judge(from.position, text));
      places.push({ position: after, seen: told(after), moves: [...from.moves, record.open as string] });
    }
    for (const { seen, moves } of places) {
      const anew = moves.reduce((before, open) => referee.replay(before, { open }), referee.resume(start.record));
      expect(told(anew)).toBe(seen);
    }
  },
);
