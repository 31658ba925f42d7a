import { seededRandom, unwrap } from '@chessmith/std';
import { normalizeMove } from 'chessops/chess';
import { parseFen as parsePeerFen } from 'chessops/fen';
import { makeSan, parseSan as parsePeerSan } from 'chessops/san';
import { makeUci, parseUci as parsePeerUci } from 'chessops/util';
import { setupPosition } from 'chessops/variant';
import { describe, expect, test } from 'vitest';
import { play } from '../engine/play.js';
import { compile, legalMoves, startFen, startPosition } from '../engine.js';
import { rulesetNamed } from '../rulesets/catalogue.js';
import { PEERS } from '../testing/compare-with-chessops.js';
import { formatFen } from './fen.js';
import { formatSan, parseSan } from './san.js';
import { formatUci } from './uci.js';

const PLIES = 2500;

describe.each(Object.entries(PEERS))('%s, in random games beside chessops', (name, rules) => {
  const ruleset = rulesetNamed(name)!;

  test('SAN is written and read as chessops does', () => {
    const random = seededRandom(20);
    for (let ply = 0; ply < PLIES; ) {
      const number = typeof ruleset.start === 'string' ? undefined : random.int(960);
      const position = unwrap(startPosition(compile(ruleset), number));
      const peer = setupPosition(rules, parsePeerFen(unwrap(startFen(ruleset, number))).unwrap()).unwrap();
      for (let moves = legalMoves(position); moves.length > 0 && ply < PLIES; moves = legalMoves(position), ply++) {
        const move = random.pick(moves);
        const theirs = normalizeMove(peer, parsePeerUci(formatUci(position, move))!);
        const san = formatSan(position, move);
        const read = parsePeerSan(peer, san);
        const agreed = san === makeSan(peer, theirs) && read !== undefined && makeUci(read) === makeUci(theirs);
        expect(agreed || `${san} in ${formatFen(position)}`).toBe(true);
        expect(unwrap(parseSan(position, san)), san).toBe(move);
        play(position, move);
        peer.play(theirs);
      }
    }
  });
});
