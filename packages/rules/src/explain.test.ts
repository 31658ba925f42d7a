import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { play } from './engine/play.js';
import type { Position } from './engine/position.js';
import { compile, positionFromFen } from './engine.js';
import { parseMove } from './notation/move.js';
import { rulesetNamed } from './rulesets/catalogue.js';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** Ruleset, position and moves played on it, the move, then the code, rule and sentence of its refusal. */
const REFUSED = `
standard     | START | e4e5 | move/no-piece | pieces | There is no piece on e4.
standard     | START | e7e5 | move/not-your-piece | turn | The pawn on e7 belongs to black, but white is to move.
standard     | START | g1g3 | move/not-reachable | movements | A knight does not go from g1 to g3: it leaps two squares one way and one to the side.
standard     | START | Nd4  | move/not-reachable | movements | No white knight can go to d4.
standard     | 8/8/8/8/8/8/8/k1K5 w - - 0 1 | Nd4 | move/no-such-piece | pieces | White has no knight.
standard     | START | d2e3 | move/nothing-to-capture | leap | A pawn can go there only to capture, but e3 is empty.
standard     | START | f1c4 | move/blocked | slide | The bishop on f1 is blocked by the pawn on e2.
standard     | START | Qh5  | move/blocked | slide | The queen on d1 is blocked by the pawn on e2.
standard     | START, e4 e5  | e4e5   | move/blocked | leap | The pawn on e4 is blocked by the pawn on e5.
standard     | START, Nf3 e5 | Pf2-f4 | move/blocked | double-step | The pawn on f2 is blocked by the knight on f3.
standard     | START | a1a2 | move/own-piece | slide | The rook on a1 cannot land on the pawn on a2 of its own side.
standard     | START | Ke2  | move/own-piece | leap | The king on e1 cannot land on the pawn on e2 of its own side.
standard     | 4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1 | Nc3 | move/leaves-check | no-self-check | This move leaves the king on e1 in check from e8.
standard     | 4k3/8/8/7q/8/8/8/N3K3 w - - 0 1, Nb3 Qh4 | Nd4 | move/leaves-check | no-self-check | This move still leaves the king on e1 in check from h4.
standard     | 4r1k1/8/8/8/8/8/8/N3K3 w - - 0 1 | Ke2 | move/leaves-check | no-self-check | The king on e2 would be in check from e8.
standard     | 4r1k1/8/8/8/8/8/2n5/N3K3 w - - 0 1 | Nb3 | move/leaves-check | no-self-check | This move still leaves the king on e1 in check from c2 and e8.
standard     | START | O-O  | move/castling-blocked | castle | Castling is blocked by the bishop on f1.
standard     | START | e1g1 | move/castling-blocked | castle | Castling is blocked by the bishop on f1.
standard     | START | e1a1 | move/castling-blocked | castle | Castling is blocked by the queen on d1.
standard     | START, e4 e5 Nf3 Nc6 Bc4 Bc5 Ke2 a6 Ke1 a5 | O-O | move/castling-right-lost | castle | White can no longer castle on the king's side: the king has moved.
standard     | r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1 | O-O-O | move/castling-right-lost | castle | White can no longer castle on the queen's side: the king or its rook has moved or is gone.
standard     | 4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1 | 0-0-0 | move/castling-out-of-check | castle | The king may not castle out of check from e3.
standard     | 4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1 | O-O | move/castling-through-check | castle | The king may not castle through f1, which is attacked from f3.
standard     | 4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1 | e1h1 | move/castling-into-check | castle | The king may not castle to g1, where it would be in check from g3.
chess960     | 1r2k3/8/8/8/8/8/8/qR1K4 w B - 0 1 | O-O-O | move/castling-into-check | castle | The king may not castle to c1, where it would be in check.
standard     | 8/P7/8/8/8/8/8/k1K5 w - - 0 1 | a7a8  | move/promotion-missing | promote | A pawn must promote on a8; choose queen, rook, bishop or knight.
standard     | 8/P7/8/8/8/8/8/k1K5 w - - 0 1 | a8=K  | move/no-such-promotion | promote | A pawn cannot promote to a king; choose queen, rook, bishop or knight.
standard     | 8/8/P7/8/8/8/8/k1K5 w - - 0 1 | a6a7q | move/no-such-promotion | promote | A pawn does not promote on a7.
grand        | 4k5/10/P9/10/10/10/10/10/10/Q3K5 w - - 0 1 | a9=Q | move/no-such-promotion | promote | A pawn cannot promote to a queen; choose marshal, cardinal, rook, bishop or knight.
standard     | START, e4 a6 e5 d5 a3 a5 | exd6 | move/en-passant-not-now | en-passant | The pawn on d5 cannot be captured en passant now.
standard     | 8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1, d4 | exd3 | move/leaves-check | no-self-check | This move leaves the king on a4 in check from h4.
standard     | START | N@f3 | move/drop-unknown | drop | There are no drops in Standard chess.
crazyhouse   | 4k3/8/8/8/8/8/8/4K3[N] w - - 0 1 | B@e4 | move/nothing-in-pocket | drop | White has no bishop in the pocket.
crazyhouse   | 4k3/8/8/8/8/8/4P3/4K3[N] w - - 0 1 | N@e2 | move/drop-occupied | drop | The pawn on e2 occupies this square; drop on an empty one.
crazyhouse   | 4k3/8/8/8/8/8/8/4K3[P] w - - 0 1 | @a8  | move/drop-forbidden-rank | drop | A pawn may not be dropped on a8.
crazyhouse   | 4k3/4r3/8/8/8/8/8/4K3[P] w - - 0 1 | P@a4 | move/leaves-check | no-self-check | This move still leaves the king on e1 in check from e7.
crazyhouse   | 4k3/8/8/8/8/8/8/4K3[P] w - - 0 1 | K@a4 | move/drop-unknown | drop | A king cannot be dropped.
antichess    | rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2 | a3 | move/must-capture | must-capture | Captures are compulsory: the pawn on e4 can capture on d5.
atomic       | 4k3/8/8/8/8/8/3pK3/7R w - - 0 1 | Kxd2 | move/explodes-own-king | explode | The explosion would remove white's own king.
atomic       | 4k3/8/8/8/8/4r3/3P4/4K3 w - - 0 1 | d4 | move/leaves-check | no-self-check | This move still leaves the king on e1 in check from e3.
racing-kings | 8/8/8/8/8/8/k6K/6R1 w - - 0 1 | Rg2 | move/gives-check | no-check | Giving check is forbidden, and this move attacks the king on a2 from g2.
racing-kings | 8/8/8/8/8/8/k6K/6R1 w - - 0 1 | O-O | move/castling-unknown | castle | There is no castling in Racing kings.
`;

type Row = readonly [ruleset: string, position: string, move: string, code: string, rule: string, sentence: string];

const rows = REFUSED.trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()) as unknown as Row);

test.each(rows)('%s, %s: %s is refused (%s)', (ruleset, position, move, code, rule, sentence) => {
  const answer = parseMove(after(ruleset, position), move);
  expect(answer).toMatchObject({ ok: false, error: { code, message: sentence, facts: { rule } } });
});

test.each(rows)('%s, %s: the refusal of %s (%s) carries every square and piece that it names', (...row) => {
  const [ruleset, position, move, , , sentence] = row;
  const answer = parseMove(after(ruleset, position), move);
  const facts = JSON.stringify(answer.ok ? {} : answer.error.facts);
  for (const word of sentence.match(/(?<!own )\b(?:[a-p]\d+|pawn|knight|bishop|rook|queen|king|white|black)\b/gi) ??
    []) {
    expect(facts).toContain(word.toLowerCase());
  }
});

test('the end of the game takes precedence over other reasons', () => {
  const answer = parseMove(after('king-of-the-hill', '4k3/8/8/8/4K3/8/8/8 b - - 0 1'), 'Kd8');
  expect(answer).toMatchObject({ ok: false, error: { code: 'game/over', message: 'The game is over: king on hill.' } });
});

test('an ambiguous move names both candidates', () => {
  const answer = parseMove(after('standard', '4k3/8/8/8/8/8/8/R4R1K w - - 0 1'), 'Rd1');
  expect(answer).toMatchObject({
    ok: false,
    error: { code: 'move/ambiguous', facts: { candidates: ['Rad1', 'Rfd1'] } },
  });
});

/** A FEN, optionally followed by a comma and the moves played on it. */
function after(ruleset: string, text: string): Position {
  const [fen = '', played = ''] = text.replace('START', START).split(',');
  const position = unwrap(positionFromFen(compile(rulesetNamed(ruleset)!), fen));
  for (const move of played.split(' ').filter(Boolean)) play(position, unwrap(parseMove(position, move)));
  return position;
}
