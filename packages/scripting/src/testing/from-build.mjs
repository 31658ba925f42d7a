/** A program that uses the built sandbox, as a server does. */
import { openSandbox, scriptReferee } from '../../dist/index.js';

const source = `
function startingState() {
  const pieces = [{ color: 'white', name: 'king', x: 0, y: 0 }];
  return { pieces, possible_moves: [{ from_x: 0, from_y: 0, to_x: 0, to_y: 1 }], additional_data: null, status: 'running' };
}
function makeMove(pieces) {
  return { pieces, possible_moves: [], additional_data: null, status: 'white won' };
}`;
const kinds = ['pawn P', 'knight N', 'bishop B', 'rook R', 'queen Q', 'king K'].map((word) => word.split(' '));
const card = {
  ...{ version: 1, files: 8, ranks: 8, plyCap: 200, random: false },
  kinds: kinds.map(([role, letter]) => ({ role, letter })),
};

const sandbox = openSandbox({ languages: ['javascript'], workersPerLanguage: 1 });
const referee = scriptReferee(sandbox, /** @type {any} */ ({ name: 'x', language: 'javascript', source, card }));
const chance = { int: () => 0, real: () => 0 };
const start = /** @type {any} */ (await referee.start({}, chance));
const ruling = /** @type {any} */ (await referee.judge(start.value.position, 'a1a2', chance));
console.log(JSON.stringify(referee.view(ruling.value.after, { kind: 'all' }).outcome));
await sandbox.close();
