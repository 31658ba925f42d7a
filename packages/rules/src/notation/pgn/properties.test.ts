import { unwrap } from '@chessmith/std';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tidyComment } from './comment.js';
import { PGN_RESULTS, type PgnGame, type PgnLine, type PgnNote, rosterOrder } from './game.js';
import type { PgnReading } from './game-assembler.js';
import type { PgnLimits } from './limits.js';
import { formatPgn, isPgnMove, parsePgn } from './pgn.js';
import { PgnReader, readPgn } from './reader.js';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        'a',
        'word',
        ' ',
        '  ',
        '{',
        '}',
        '[%clk 0:01:00]',
        '[A "b"]',
        '%',
        ';',
        '\\',
        '"',
        ']',
        '(',
        '1-0',
      ),
      { maxLength: 40 },
    )
    .map((words) => words.join(' ')),
);
const comments = fc.array(
  text.map((comment) => tidyComment(comment)).filter((comment) => comment !== ''),
  { maxLength: 2 },
);

const move = fc.oneof(
  fc.constantFrom('e4', 'Nf3', 'O-O', '0-0-0', 'exd8=Q+', '--', 'Z0', 'N@f3', 'b1^a3c3', 'e7e8=dragon', '10a', 'Сf3'),
  fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }).filter(isPgnMove),
);

const { line } = fc.letrec<{ line: PgnLine; note: Omit<PgnNote, 'at'> }>((tie) => ({
  line: fc
    .record({
      before: comments,
      moves: fc.array(fc.tuple(move, fc.option(tie('note'), { freq: 2, nil: undefined })), { maxLength: 8 }),
    })
    .map(({ before, moves }) => ({
      before,
      moves: moves.map(([word]) => word),
      notes: moves.flatMap(([, note], at) => (note === undefined ? [] : [{ at, ...note }])),
    })),
  note: fc
    .record({
      nags: fc.array(fc.nat(255), { maxLength: 2 }),
      comments,
      variations: fc.oneof(
        { depthSize: 'small' },
        fc.constant([]),
        fc.array(
          tie('line').filter(({ before, moves }) => before.length + moves.length > 0),
          { maxLength: 2 },
        ),
      ),
    })
    .filter((note) => note.nags.length + note.comments.length + note.variations.length > 0),
}));

const tag = fc.record({
  name: fc.oneof(
    fc.constantFrom('Event', 'Result', 'White', 'ECO', 'Annotator'),
    fc.stringMatching(/^[A-Za-z0-9_]{1,20}$/),
  ),
  value: text.map((value) => value.replace(/[\r\n]/g, ' ')),
});

const anyGame: fc.Arbitrary<PgnGame> = fc.record({
  tags: fc.array(tag, { maxLength: 9 }).map(rosterOrder),
  line,
  result: fc.constantFrom(...PGN_RESULTS),
});

/** Anything from noise to games with a few characters missing. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        '1.',
        '1',
        '1...',
        'e4',
        ' ',
        '\n',
        '\r\n',
        '\n\n',
        '{',
        '}',
        '(',
        ')',
        ';',
        '%',
        '[A "b"]',
        '[',
        '[A "',
        '"',
        '\\',
        ']',
        '$',
        '7',
        '!',
        '?',
        '*',
        '1-0',
        '½',
        '…',
        '\uFEFF',
        'a'.repeat(40),
        '11111111111',
        '[%clk 0:00:01]',
      ),
      { maxLength: 60 },
    )
    .map((words) => words.join('')),
  fc.tuple(fc.array(anyGame, { maxLength: 3 }), fc.nat(), fc.nat(5)).map(([games, at, length]) => {
    const pgn = games.map(formatPgn).join('\n');
    const from = pgn.length === 0 ? 0 : at % pgn.length;
    return pgn.slice(0, from) + pgn.slice(from + length);
  }),
);

/** Low enough that tests exceed them. */
const anyLimits: fc.Arbitrary<Partial<PgnLimits>> = fc.oneof(
  fc.constant({}),
  fc.record({
    maxTags: fc.nat(3),
    maxTagLength: fc.nat(20),
    maxCommentLength: fc.nat(20),
    maxTokenLength: fc.integer({ min: 1, max: 12 }),
    maxDepth: fc.nat(3),
    maxItems: fc.nat(12),
    maxGameLength: fc.nat(80),
  }),
);

const chunks = (whole: string, cuts: readonly number[]): string[] => {
  const places = [...new Set([0, ...cuts.map((cut) => cut % (whole.length + 1)), whole.length])].sort((a, b) => a - b);
  return places.slice(1).map((to, i) => whole.slice(places[i], to));
};

const inChunks = (parts: readonly string[], limits: Partial<PgnLimits>): PgnReading[] => {
  const reader = new PgnReader(limits);
  return [...parts.flatMap((part) => reader.read(part)), ...reader.end()];
};

/** Generous, because busy machines are slow. */

test('every written game reads back', () => {
  fc.assert(
    fc.property(anyGame, (game) => {
      expect(parsePgn(formatPgn(game))).toEqual([{ ok: true, value: game }]);
    }),
    { numRuns: 300 },
  );
});

test('concatenated games read back', () => {
  fc.assert(
    fc.property(fc.array(anyGame, { maxLength: 4 }), (games) => {
      expect(parsePgn(games.map(formatPgn).join('\n')).map(unwrap)).toEqual(games);
    }),
  );
});

test('broken text never throws, and the games read from it are written stably', () => {
  fc.assert(
    fc.property(anyText, (broken) => {
      for (const reading of parsePgn(broken)) {
        if (!reading.ok) continue;
        const pgn = formatPgn(reading.value);
        expect(parsePgn(pgn).map(unwrap).map(formatPgn)).toEqual([pgn]);
      }
    }),
    { numRuns: 1000 },
  );
});

test('the split into chunks does not matter', () => {
  fc.assert(
    fc.property(anyText, fc.array(fc.nat(), { maxLength: 20 }), anyLimits, (whole, cuts, limits) => {
      expect(inChunks(chunks(whole, cuts), limits)).toEqual(parsePgn(whole, limits));
    }),
    { numRuns: 1500 },
  );
});

test('chunks of one character give the same games', () => {
  fc.assert(
    fc.property(anyText, anyLimits, (whole, limits) => {
      expect(inChunks(whole.split(''), limits)).toEqual(parsePgn(whole, limits));
    }),
    { numRuns: 500 },
  );
});

test('games can be read one by one from an async source', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, fc.array(fc.nat(), { maxLength: 5 }), async (whole, cuts) => {
      const readings: PgnReading[] = [];
      for await (const reading of readPgn(chunks(whole, cuts))) readings.push(reading);
      expect(readings).toEqual(parsePgn(whole));
    }),
  );
});
