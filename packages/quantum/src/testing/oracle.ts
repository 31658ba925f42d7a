/**
 * A slow reference implementation for tests, written from the rules and independent of the engine. A state is a string:
 * 64 characters for a1 … h8, then one character for every ancilla ever written. Gates are matrices over a few squares.
 */
export type Complex = readonly [number, number];
export type Oracle = {
  states: Map<string, Complex>;
  /** 64 letters; '.' means no piece. */
  kinds: string[];
  turn: 'w' | 'b';
  castling: string;
  ep: string | null;
  fifty: number;
  countAtReset: number;
};

export function oracleOf(fen: string): Oracle {
  const [rows = '', turn, castling = '-', ep = '-', fifty] = fen.split(' ');
  const kinds = rows
    .split('/')
    .reverse()
    .flatMap((row) => [...row.replace(/\d/g, (n) => '.'.repeat(Number(n)))]);
  const occupied = kinds.map((kind) => (kind === '.' ? '0' : '1')).join('');
  const states = new Map<string, Complex>([[occupied, [1, 0]]]);
  const countAtReset = kinds.filter((kind) => kind !== '.').length;
  return {
    states,
    kinds,
    turn: turn as 'w' | 'b',
    castling: castling === '-' ? '' : castling,
    ep: ep === '-' ? null : ep,
    fifty: Number(fifty),
    countAtReset,
  };
}

type Matrix = readonly (readonly Complex[])[];
type Control = (state: string) => boolean;

const ZERO: Complex = [0, 0];
const ONE: Complex = [1, 0];

/** iSWAP to the power f; rows and columns are 00, 01, 10, 11 of the pair. */
function iswap(f: number): Matrix {
  const stay: Complex = [Math.cos((f * Math.PI) / 2), 0];
  const go: Complex = [0, Math.sin((f * Math.PI) / 2)];
  return [
    [ONE, ZERO, ZERO, ZERO],
    [ZERO, stay, go, ZERO],
    [ZERO, go, stay, ZERO],
    [ZERO, ZERO, ZERO, ONE],
  ];
}

const times = (a: Complex, b: Complex): Complex => [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]];
const weightOf = (a: Complex): number => a[0] * a[0] + a[1] * a[1];

function apply(oracle: Oracle, squares: readonly number[], matrix: Matrix, control: Control): void {
  const after = new Map<string, Complex>();
  const add = (state: string, amplitude: Complex) => {
    const old = after.get(state) ?? ZERO;
    after.set(state, [old[0] + amplitude[0], old[1] + amplitude[1]]);
  };
  for (const [state, amplitude] of oracle.states) {
    if (!control(state)) {
      add(state, amplitude);
      continue;
    }
    const column = Number.parseInt(squares.map((square) => state[square]).join(''), 2);
    for (const [row, entries] of matrix.entries()) {
      const entry = entries[column]!;
      if (entry[0] === 0 && entry[1] === 0) continue;
      add(withBits(state, squares, row.toString(2).padStart(squares.length, '0')), times(entry, amplitude));
    }
  }
  oracle.states = new Map([...after].filter(([, amplitude]) => weightOf(amplitude) > 1e-22));
}

function withBits(state: string, squares: readonly number[], bits: string): string {
  const characters = [...state];
  for (const [k, square] of squares.entries()) characters[square] = bits[k]!;
  return characters.join('');
}

/** A permutation of the basis states that may write an ancilla. */
function rewrite(oracle: Oracle, change: (state: string) => string): void {
  oracle.states = new Map([...oracle.states].map(([state, amplitude]) => [change(state), amplitude]));
}

const at = (name: string): number => (Number(name[1]) - 1) * 8 + name.charCodeAt(0) - 97;
const nameOf = (square: number): string => String.fromCharCode(97 + (square % 8)) + (Math.floor(square / 8) + 1);
const isWhite = (kind: string): boolean => kind === kind.toUpperCase();

function between(a: number, b: number): number[] {
  const files = (b % 8) - (a % 8);
  const ranks = Math.floor(b / 8) - Math.floor(a / 8);
  if (files !== 0 && ranks !== 0 && Math.abs(files) !== Math.abs(ranks)) return [];
  const step = Math.sign(files) + 8 * Math.sign(ranks);
  const squares: number[] = [];
  for (let square = a + step; square !== b; square += step) squares.push(square);
  return squares;
}

const clear =
  (squares: readonly number[]): Control =>
  (state) =>
    squares.every((square) => state[square] === '0');
const always: Control = () => true;

type Reading = {
  readonly shape: 'standard' | 'split' | 'merge';
  readonly squares: readonly [number, number, number];
  readonly sign: string;
  readonly ep: boolean;
  readonly promotion: string;
};

function read(move: string): Reading {
  const text = move.replace(/\.m[01]$/, '');
  const squares = (text.match(/[a-h][1-8]/g) ?? []).map(at);
  const [a = 0, b = 0, c = 0] = squares;
  const shape = text[2] === '^' ? 'split' : text[4] === '^' ? 'merge' : 'standard';
  const tail = /^[a-h][1-8]([xw]?)[a-h][1-8](ep)?([qrbn]?)$/.exec(text);
  return { shape, squares: [a, b, c], sign: tail?.[1] ?? '', ep: tail?.[2] === 'ep', promotion: tail?.[3] ?? '' };
}

/** The predicate that the move measures; null if it measures nothing. */
function predicate(oracle: Oracle, move: string): Control | null {
  const { shape, squares, sign, ep } = read(move);
  if (shape !== 'standard' || sign === '') return null;
  const [from, to] = squares;
  if (sign === 'x') {
    const slides = 'qrb'.includes(oracle.kinds[from]!.toLowerCase());
    const path = slides && !ep ? between(from, to) : [];
    return (state) => state[from] === '1' && clear(path)(state);
  }
  if (isCastling(oracle, move)) return clear(to > from ? [from + 1, from + 2] : [from - 1, from - 2]);
  return clear([to]);
}

function isCastling(oracle: Oracle, move: string): boolean {
  const { shape, squares } = read(move);
  return (
    shape === 'standard' && oracle.kinds[squares[0]]!.toLowerCase() === 'k' && Math.abs(squares[1] - squares[0]) === 2
  );
}

export function oracleSuccess(oracle: Oracle, move: string): number | null {
  const control = predicate(oracle, move);
  if (control === null) return null;
  let sum = 0;
  for (const [state, amplitude] of oracle.states) if (control(state)) sum += weightOf(amplitude);
  return sum;
}

export function oraclePlay(oracle: Oracle, move: string, outcome: 0 | 1): void {
  const control = predicate(oracle, move);
  if (control !== null) {
    const kept = [...oracle.states].filter(([state]) => control(state) === (outcome === 1));
    const norm = Math.sqrt(kept.reduce((sum, [, amplitude]) => sum + weightOf(amplitude), 0));
    oracle.states = new Map(kept.map(([state, [re, im]]) => [state, [re / norm, im / norm]]));
  }
  const ep = oracle.ep;
  oracle.ep = null;
  if (control === null || outcome === 1) carryOut(oracle, move, ep);
  for (let square = 0; square < 64; square++) if (!possible(oracle, square)) oracle.kinds[square] = '.';
  oracle.turn = oracle.turn === 'w' ? 'b' : 'w';
  oracle.fifty++;
  const count = [...oracle.states].reduce((sum, [state, amplitude]) => sum + weightOf(amplitude) * ones(state), 0);
  if (Math.abs(count - oracle.countAtReset) > 0.9999) {
    oracle.fifty = 0;
    oracle.countAtReset = count;
  }
}

const ones = (state: string): number => [...state.slice(0, 64)].filter((bit) => bit === '1').length;
const possible = (oracle: Oracle, square: number): boolean => [...oracle.states.keys()].some((s) => s[square] === '1');
const certain = (oracle: Oracle, square: number): boolean => [...oracle.states.keys()].every((s) => s[square] === '1');

function carryOut(oracle: Oracle, move: string, ep: string | null): void {
  const { shape, squares, sign, promotion } = read(move);
  const [a, b, c] = squares;
  const mover = oracle.kinds[a]!;
  const lost: Record<number, string> = { 4: 'KQ', 0: 'Q', 7: 'K', 60: 'kq', 56: 'q', 63: 'k' };
  for (const square of shape === 'standard' ? [a, b] : squares) {
    for (const right of lost[square] ?? '') oracle.castling = oracle.castling.replace(right, '');
  }
  if (shape === 'split') {
    const others = (path: number[]) => path.filter((square) => square !== b && square !== c);
    const [one, two] = [clear(others(between2(mover, a, b))), clear(others(between2(mover, a, c)))];
    apply(oracle, [a, b], iswap(0.5), (state) => one(state) && two(state));
    // The classes of states are disjoint: a swap in one never creates a state of another.
    apply(oracle, [a, c], iswap(1), (state) => two(state));
    apply(oracle, [a, b], iswap(1), (state) => one(state) && !two(state));
    oracle.kinds[b] = oracle.kinds[c] = mover;
    return;
  }
  if (shape === 'merge') {
    const others = (path: number[]) => path.filter((square) => square !== a && square !== b);
    const [one, two] = [clear(others(between2(mover, a, c))), clear(others(between2(mover, b, c)))];
    apply(oracle, [a, c], iswap(-1), (state) => one(state));
    apply(oracle, [b, c], iswap(-0.5), (state) => one(state) && two(state));
    apply(oracle, [b, c], iswap(-1), (state) => two(state) && !one(state));
    oracle.kinds[c] = mover;
    return;
  }
  if (isCastling(oracle, move)) {
    const kingside = b > a;
    const control = kingside ? always : clear([a - 3]);
    const [rook, rookTo] = kingside ? [a + 3, a + 1] : [a - 4, a - 1];
    apply(oracle, [a, b], iswap(1), control);
    apply(oracle, [rook, rookTo], iswap(1), control);
    oracle.kinds[rookTo] = oracle.kinds[rook]!;
    oracle.kinds[b] = mover;
    return;
  }
  if (mover.toLowerCase() === 'p' && a % 8 !== b % 8) {
    if (ep === nameOf(b)) {
      const victim = Math.floor(a / 8) * 8 + (b % 8);
      rewrite(oracle, (state) => {
        if (sign === 'x' && state[b] === '1') return `${withBits(state, [a], '0')}A`;
        const passes = state[a] === '1' && state[b] === '0' && state[victim] === '1';
        return passes ? `${withBits(state, [a, b, victim], '010')}B` : `${state}-`;
      });
    } else rewrite(oracle, (state) => (state[b] === '1' ? withBits(state, [a], '0') : state));
  } else {
    if (sign === 'x') rewrite(oracle, (state) => withBits(state, [b], '0') + state[b]);
    const path = 'qrbp'.includes(mover.toLowerCase()) ? between(a, b) : [];
    apply(oracle, [a, b], iswap(1), clear(path));
    if (mover.toLowerCase() === 'p' && Math.abs(a - b) === 16 && possible(oracle, b)) oracle.ep = nameOf((a + b) / 2);
  }
  oracle.kinds[b] = promotion === '' ? mover : isWhite(mover) ? promotion.toUpperCase() : promotion;
}

const between2 = (mover: string, a: number, b: number): number[] =>
  'qrb'.includes(mover.toLowerCase()) ? between(a, b) : [];

const LINES: Record<string, readonly (readonly [number, number])[]> = {
  r: [
    [0, 1],
    [0, -1],
    [1, 0],
    [-1, 0],
  ],
  b: [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ],
  n: [
    [1, 2],
    [2, 1],
    [2, -1],
    [1, -2],
    [-1, -2],
    [-2, -1],
    [-2, 1],
    [-1, 2],
  ],
};
LINES.q = LINES.k = [...LINES.r!, ...LINES.b!];

/** Every legal move in notation, splits and merges in both orders; ignores the cap. */
export function oracleMoves(oracle: Oracle): string[] {
  const { kinds } = oracle;
  const moves: string[] = [];
  const splitTargets = new Map<number, number[]>();
  const mine = kinds.flatMap((kind, square) =>
    kind !== '.' && isWhite(kind) === (oracle.turn === 'w') ? [square] : [],
  );
  const full = new Set(
    mine.length === 0 ? [] : kinds.flatMap((_, square) => (certain(oracle, square) ? [square] : [])),
  );
  for (const from of mine) {
    const kind = kinds[from]!;
    if (kind.toLowerCase() === 'p') {
      moves.push(...pawnMoves(oracle, from, full));
      continue;
    }
    const reached = reach(kind, from, full);
    for (const to of reached) {
      const there = kinds[to]!;
      const enemy = there !== '.' && isWhite(there) !== isWhite(kind);
      if (full.has(to) && !enemy) continue;
      moves.push(`${nameOf(from)}${enemy ? 'x' : there === '.' || there === kind ? '' : 'w'}${nameOf(to)}`);
    }
    const targets = reached.filter((to) => kinds[to] === '.' || kinds[to] === kind);
    splitTargets.set(from, targets);
    for (const one of targets) {
      for (const two of targets) if (one !== two) moves.push(`${nameOf(from)}^${nameOf(one)}${nameOf(two)}`);
    }
    if (kind.toLowerCase() === 'k') moves.push(...castles(oracle, from, full));
  }
  for (const [one, targets] of splitTargets) {
    for (const [two, others] of splitTargets) {
      if (one === two || kinds[one] !== kinds[two]) continue;
      for (const to of targets) if (others.includes(to)) moves.push(`${nameOf(one)}${nameOf(two)}^${nameOf(to)}`);
    }
  }
  return moves;
}

function reach(kind: string, from: number, full: ReadonlySet<number>): number[] {
  const role = kind.toLowerCase();
  const squares: number[] = [];
  for (const [files, ranks] of LINES[role]!) {
    for (let n = 1; n < 8; n++) {
      const file = (from % 8) + files * n;
      const rank = Math.floor(from / 8) + ranks * n;
      if (file < 0 || file > 7 || rank < 0 || rank > 7) break;
      squares.push(rank * 8 + file);
      if (role === 'n' || role === 'k' || full.has(rank * 8 + file)) break;
    }
  }
  return squares;
}

function pawnMoves(oracle: Oracle, from: number, full: ReadonlySet<number>): string[] {
  const { kinds } = oracle;
  const kind = kinds[from]!;
  const ahead = isWhite(kind) ? 8 : -8;
  const moves: string[] = [];
  const push = (to: number, sign: string, tail = '') => {
    const last = to < 8 || to > 55;
    for (const promotion of last ? ['q', 'r', 'b', 'n'] : ['']) {
      moves.push(`${nameOf(from)}${sign}${nameOf(to)}${tail}${promotion}`);
    }
  };
  const sign = (to: number) => (kinds[to] === '.' || kinds[to] === kind ? '' : 'w');
  const step = from + ahead;
  if (!full.has(step)) {
    push(step, sign(step));
    const home = Math.floor(from / 8) === (isWhite(kind) ? 1 : 6);
    if (home && !full.has(step + ahead)) push(step + ahead, sign(step + ahead));
  }
  for (const side of [-1, 1]) {
    const file = (from % 8) + side;
    if (file < 0 || file > 7) continue;
    const to = step + side;
    const enemy = kinds[to] !== '.' && isWhite(kinds[to]!) !== isWhite(kind);
    if (oracle.ep === nameOf(to)) push(to, enemy ? 'x' : sign(to), 'ep');
    else if (enemy) push(to, 'x');
  }
  return moves;
}

function castles(oracle: Oracle, from: number, full: ReadonlySet<number>): string[] {
  const { kinds, castling } = oracle;
  const white = isWhite(kinds[from]!);
  if (nameOf(from) !== (white ? 'e1' : 'e8')) return [];
  const rook = white ? 'R' : 'r';
  return (['k', 'q'] as const).flatMap((side) => {
    const passes = side === 'k' ? [from + 1, from + 2] : [from - 1, from - 2, from - 3];
    const [rookTo, kingTo] = passes as [number, number];
    const corner = side === 'k' ? from + 3 : from - 4;
    if (!castling.includes(white ? side.toUpperCase() : side) || kinds[corner] !== rook) return [];
    if (passes.some((square) => full.has(square))) return [];
    const basic = kinds[kingTo] === '.' && (kinds[rookTo] === '.' || kinds[rookTo] === rook);
    return [`${nameOf(from)}${basic ? '' : 'w'}${nameOf(kingTo)}`];
  });
}
