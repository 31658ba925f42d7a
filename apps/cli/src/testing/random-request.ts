import { DEFAULT_BOARD, fragmentsReferee, quantumReferee } from '@chessmith/quantum';
import {
  type Chance,
  listMoves,
  type Referee,
  type Refusal,
  type Ruling,
  type Setup,
  type Start,
} from '@chessmith/rules';
import type { Random, Result } from '@chessmith/std';
import { chanceOf } from '../judge/judge.js';

/** A random request line for `chessmith judge` about quantum chess: mostly playable or nearly so, sometimes garbage. */
export function randomRequest(random: Random): string {
  if (random.int(12) === 0) return spoilt(JSON.stringify(request(random)), random);
  return JSON.stringify(request(random));
}

function request(random: Random): object {
  const ruleset = random.pick(['quantum', 'quantum-fragments'] as const);
  const start = ruleset === 'quantum' ? quantumStart(random) : boardFile(random);
  const rest = {
    free: random.int(3) > 0,
    trace: random.int(2) === 0,
    seed: random.int(1000),
    ...(random.int(4) === 0 ? { chance: 'first' as const } : {}),
  };
  const moves =
    ruleset === 'quantum'
      ? playedMoves(quantumReferee(), start, rest, quantumMove, random)
      : playedMoves(fragmentsReferee(), start, rest, fragmentsMove, random);
  return { ruleset, ...(start === undefined ? {} : { start }), moves, ...rest };
}

interface Prompt<P> extends Referee<P> {
  start(setup: Setup, chance: Chance): Result<Start<P>, Refusal>;
  judge(position: P, move: string, chance: Chance): Result<Ruling<P>, Refusal>;
}

/** Moves of a game from there, with the same random numbers as the judge, mixed with others. */
function playedMoves<P>(
  referee: Prompt<P>,
  start: string | undefined,
  { free, seed, chance: first }: { readonly free: boolean; readonly seed: number; readonly chance?: 'first' },
  strange: (random: Random) => string,
  random: Random,
): readonly string[] {
  const chance = chanceOf({ seed, chance: first });
  const started = referee.start({ ...(start === undefined ? {} : { position: start }), free }, chance);
  const moves: string[] = [];
  let position = started.ok ? started.value.position : undefined;
  for (let left = random.int(40); left > 0; left--) {
    const { choices } = position === undefined ? { choices: [] } : referee.view(position, { kind: 'watcher' });
    const kind = random.pick(['move', 'move', 'split', 'merge'] as const);
    const legal = listMoves(
      referee.about,
      choices.filter((choice) => choice.kind === kind),
    );
    const move = legal.length === 0 || random.int(4) === 0 ? strange(random) : random.pick(legal);
    moves.push(move);
    if (position === undefined) continue;
    const ruling = referee.judge(position, move, chance);
    if (ruling.ok) position = ruling.value.after;
  }
  return moves;
}

const square = (random: Random): string => `${random.pick([...'abcdefgh'])}${random.int(8) + 1}`;

function quantumMove(random: Random): string {
  const [a, b, c] = [square(random), square(random), square(random)];
  const outcome = random.pick(['', '', '', '.m0', '.m1']);
  const shapes = [
    `${a}${b}`,
    `${a}${b}`,
    `${a}${random.pick(['x', 'w', '-', ''])}${b}${random.pick(['', '', 'q', 'n', 'ep', '=R'])}`,
    `${a}^${b}${c}`,
    `${a}${b}^${c}`,
    random.pick(['O-O', 'O-O-O', '0000', '0-0', 'e1g1', 'e8c8', 'Ke1e2']),
    junk(random),
  ];
  return `${random.pick(shapes)}${outcome}`;
}

function fragmentsMove(random: Random): string {
  const [a, b, c] = [square(random), square(random), square(random)].map((name) => name.toUpperCase());
  const shapes = [`m ${a} ${b}`, `m ${a} ${b}`, `s ${a} ${b} ${c}`, `s ${a} ${b} ${c}`, `h ${a} ${b} ${c}`, `q ${a}`];
  return random.int(12) === 0 ? junk(random) : random.pick(shapes);
}

/** Few pieces with free squares around them, so that many moves are legal. */
function quantumStart(random: Random): string | undefined {
  const shape = random.int(6);
  if (shape === 0) return undefined;
  if (shape === 1) return junk(random);
  const rows = randomRows(random, 'PNBRQKpnbrqk');
  const rest = `${random.pick(['w', 'b'])} ${random.pick(['-', 'KQkq', 'Qk'])} ${random.pick(['-', '-', 'e6', 'd3'])}`;
  if (shape < 5) return `${rows} ${rest} ${random.int(110)} ${random.int(99)}`;
  const count = 1 + random.int(4);
  const states = Array.from({ length: count }, () => {
    const bits = Array.from({ length: 16 }, () => random.int(16).toString(16)).join('');
    return `${bits}${random.pick(['', '', '@1', '@4294967295', '@99999999999'])}:${amplitude(random, count)},${amplitude(random, count)}`;
  });
  return `${rows} ${rest} ${random.int(99)},${random.int(9)} 1 q${count} ${states.join(' ')}`;
}

const amplitude = (random: Random, count: number): string =>
  random.pick([String(1 / Math.sqrt(count)), '0', '-0.5', '1e999', '1e-300', String(Math.SQRT1_2)]);

function randomRows(random: Random, letters: string): string {
  const rows = Array.from({ length: 8 }, () =>
    Array.from({ length: 8 }, () => (random.int(6) === 0 ? random.pick([...letters]) : '1')).join(''),
  );
  return rows.map((row) => row.replace(/1+/g, (gap) => String(gap.length))).join('/');
}

function boardFile(random: Random): string | undefined {
  const shape = random.int(5);
  if (shape === 0) return random.pick([undefined, junk(random)]);
  if (shape === 1)
    return `${DEFAULT_BOARD}= b1^a3c3${random.pick(['', ' a3+', '\n= e7e5\n= a3b5\n= d7d6\n= b5d6 b5-'])}`;
  const lines = Array.from({ length: 1 + random.int(12) }, () => {
    const [letter, color] = [random.pick([...'KQTBHP']), random.pick([...'WB'])];
    return `${letter}${square(random).toUpperCase()}${color}`;
  });
  return lines.join('\n');
}

function junk(random: Random): string {
  const letters = [
    '^',
    '.m0',
    '~',
    '\u0000',
    '💥',
    ' ',
    '\n',
    '=',
    '#',
    'q17',
    '@',
    '-',
    '/',
    'moves',
    '[',
    '{',
    'a1',
    '9',
  ];
  return Array.from({ length: random.int(8) }, () => random.pick(letters)).join('');
}

/** Inserts, removes or replaces a character. */
function spoilt(line: string, random: Random): string {
  const at = random.int(line.length);
  return line.slice(0, at) + random.pick(['', '}', '"', '\\', '[', 'null', '0']) + line.slice(at + random.int(3));
}
