import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '@chessmith/scripting';
import { seededRandom } from '@chessmith/std';
import { duel } from '../duel.js';
import { report } from '../report.js';
import { answerOf, loadFile, loadSource } from './engine.js';
import { exampleFile } from './files.js';
import { inPython3 } from './python3.js';

const TRIVIAL =
  'def make_move(pieces, move, next_turn, additional_data):\n    return {"pieces": pieces, "turn": next_turn}\n';

/**
 * A trivial script in the engine, compared with a new Python process for each call, as the board game builder did it.
 */
export function benchCall(engine: Engine, budgetMs: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'chessmith-bench-'));
  const script = join(folder, 'rules.py');
  writeFileSync(script, TRIVIAL);
  loadSource(engine, TRIVIAL);
  const args = JSON.stringify([
    [{ color: 'white', name: 'pawn', x: 4, y: 1 }],
    { from_x: 4, from_y: 1, to_x: 4, to_y: 3 },
    'black',
    {},
  ]);
  const ours = (amount: number) => {
    for (let n = 0; n < amount; n++) answerOf(engine, 'make_move', args, n);
    return amount;
  };
  const theirs = inPython3('fresh.py', { script, name: 'make_move', input: args });
  report('scripting/call', 'a fresh python3 for each call', 'calls', duel(ours, theirs, budgetMs, 1));
  rmSync(folder, { recursive: true });
}

/**
 * Moves of random games of the example, every call rolled back, compared with one live Python process that does nothing
 * else.
 */
export function benchChess(engine: Engine, budgetMs: number): void {
  const script = exampleFile('chess.py');
  loadFile(engine, script);
  const calls = randomGames(engine, 4, 80);
  const ours = (amount: number) => {
    for (let n = 0; n < amount; n++) answerOf(engine, 'make_move', calls[n % calls.length]!, n);
    return amount;
  };
  const theirs = inPython3('live.py', { script, name: 'make_move', input: calls.join('\n') });
  const result = duel(ours, theirs, budgetMs, calls.length);
  report('scripting/chess', 'one live python3', 'moves', result);
  console.log(
    `scripting/chess is ${(1 / result.ratio).toFixed(2)} times slower than native CPython (target: at most 3)`,
  );
}

type State = { readonly pieces: object[]; readonly possible_moves: object[]; readonly additional_data: object };

/** The arguments of every call in some games of random moves. */
function randomGames(engine: Engine, games: number, plies: number): string[] {
  const random = seededRandom(5);
  const calls: string[] = [];
  for (let game = 0; game < games; game++) {
    let state = JSON.parse(answerOf(engine, 'get_starting_state', '[]', 0)) as State;
    for (let ply = 0; ply < plies && state.possible_moves.length > 0; ply++) {
      const move = random.pick(state.possible_moves);
      const args = JSON.stringify([state.pieces, move, ply % 2 === 0 ? 'black' : 'white', state.additional_data]);
      calls.push(args);
      state = JSON.parse(answerOf(engine, 'make_move', args, 0)) as State;
    }
  }
  return calls;
}
