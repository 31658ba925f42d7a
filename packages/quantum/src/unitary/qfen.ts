import { type Refusal, refusal } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { type Board, boardOf, CASTLING, classicalBoard, DEFAULT_CAP, LARGEST_CAP } from './board.js';
import { BLACK, kindLetter, kindOfLetter, NONE, PAWN, WHITE } from './piece.js';
import { BIT_HI, BIT_LO, parseSquare, squareName } from './square.js';
import { emptyWave, expectedPieces, normOf, refreshMasks, type Wave } from './wave.js';

/*
 * <board> <w|b> <castling> <ep> <fifty>[,<pieces>] <fullmove> [q<n> <occupancy>[@label]:<re>,<im> …]
 * The board gives the kind on every square that may be occupied. Without states it is a plain FEN.
 */

export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** `canonical` removes the global phase; `exact` keeps every bit of every amplitude and the order of the states. */
export function formatQfen(board: Board, amplitudes: 'canonical' | 'exact' = 'canonical'): string {
  const { wave } = board;
  const fen = formatRegister(board);
  const isPlain = amplitudes === 'canonical' || (wave.re[0] === 1 && wave.im[0] === 0);
  if (wave.size === 1 && isPlain) return fen;
  return `${fen} q${wave.size} ${formatStates(wave, amplitudes).join(' ')}`;
}

/** The position without amplitudes: `q<n>` gives the number of states. For people; it cannot be read back. */
export function formatQfenSummary(board: Board): string {
  return board.wave.size === 1 ? formatRegister(board) : `${formatRegister(board)} q${board.wave.size}`;
}

/** Reads the output of `formatQfen`, or a plain FEN. The cap applies to later play and refuses nothing here. */
export function parseQfen(text: string, cap: number = DEFAULT_CAP): Result<Board, Refusal> {
  const [rows = '', turn = 'w', castling = '-', ep = '-', fifty = '0', fullmove = '1', q, ...states] = text
    .trim()
    .split(/\s+/);
  const pieces = parseRows(rows);
  if (pieces === null) return bad(`the board "${rows.slice(0, 80)}" does not have eight ranks of eight squares`);
  if (turn !== 'w' && turn !== 'b') return bad(`the side to move must be "w" or "b", not "${turn.slice(0, 8)}"`);
  if (!/^(-|K?Q?k?q?)$/.test(castling))
    return bad(`"${castling.slice(0, 8)}" is not a set of castling rights such as KQkq or -`);
  const counters = /^(\d{1,4})(?:,(\d+(?:\.\d+)?(?:e-\d+)?))?$/.exec(fifty);
  if (counters === null) return bad(`"${fifty.slice(0, 40)}" is not a fifty-move counter`);
  if (!/^\d{1,6}$/.test(fullmove)) return bad(`"${fullmove.slice(0, 16)}" is not a move number`);

  let board: Board;
  if (q === undefined) board = classicalBoard(pieces, cap);
  else {
    const wave = parseStates(q, states, pieces);
    if (typeof wave === 'string') return bad(wave);
    board = boardOf(wave, pieces, cap);
  }
  board.turn = turn === 'w' ? WHITE : BLACK;
  for (const letter of castling) board.castling |= CASTLING[letter as keyof typeof CASTLING] ?? 0;
  board.ep = ep === '-' ? -1 : parseSquare(ep);
  if (ep !== '-' && !isEpSquare(board)) return bad(`no pawn has just skipped "${ep.slice(0, 8)}"`);
  board.fifty = Number(counters[1]);
  if (counters[2] !== undefined) board.countAtReset = Number(counters[2]);
  board.fullmove = Math.max(1, Number(fullmove));
  return ok(board);
}

function formatRegister(board: Board): string {
  const rows: string[] = [];
  for (let rank = 7; rank >= 0; rank--) {
    let row = '';
    for (let file = 0; file < 8; file++) {
      const kind = board.piece[rank * 8 + file]!;
      row += kind === NONE ? '.' : kindLetter(kind);
    }
    rows.push(row.replace(/\.+/g, (gap) => String(gap.length)));
  }
  const rights = (['K', 'Q', 'k', 'q'] as const).filter((right) => (board.castling & CASTLING[right]) !== 0).join('');
  const count = expectedPieces(board.wave);
  const plain = board.wave.size === 1 && count === board.countAtReset;
  return [
    rows.join('/'),
    board.turn === WHITE ? 'w' : 'b',
    rights || '-',
    board.ep < 0 ? '-' : squareName(board.ep),
    plain ? String(board.fifty) : `${board.fifty},${board.countAtReset}`,
    String(board.fullmove),
  ].join(' ');
}

function formatStates(wave: Wave, amplitudes: 'canonical' | 'exact'): string[] {
  const { size, lo, hi, label, re, im } = wave;
  const order = Array.from({ length: size }, (_, i) => i);
  let phaseRe = 1;
  let phaseIm = 0;
  let labels = Array.from({ length: wave.labels }, (_, tag) => tag);
  if (amplitudes === 'canonical') {
    order.sort((a, b) => hi[a]! - hi[b]! || lo[a]! - lo[b]! || label[a]! - label[b]!);
    const first = order[0]!;
    const length = Math.hypot(re[first]!, im[first]!);
    phaseRe = re[first]! / length;
    phaseIm = -im[first]! / length;
    labels = numbersInOrder(order.map((i) => label[i]!));
    order.sort((a, b) => hi[a]! - hi[b]! || lo[a]! - lo[b]! || labels[label[a]!]! - labels[label[b]!]!);
  }
  return order.map((i, rank) => {
    const r = re[i]! * phaseRe - im[i]! * phaseIm;
    const m = amplitudes === 'canonical' && rank === 0 ? 0 : re[i]! * phaseIm + im[i]! * phaseRe;
    const tag = labels[label[i]!]!;
    return `${formatOccupancy(lo[i]!, hi[i]!)}${tag === 0 ? '' : `@${tag}`}:${number(r)},${number(m)}`;
  });
}

/** The occupied squares as sixteen hexadecimal digits: one bit per square, h8 first. */
export const formatOccupancy = (lo: number, hi: number): string =>
  (hi >>> 0).toString(16).padStart(8, '0') + (lo >>> 0).toString(16).padStart(8, '0');

export function parseOccupancy(text: string): { readonly lo: number; readonly hi: number } | null {
  if (!/^[0-9a-f]{16}$/i.test(text)) return null;
  return { lo: Number.parseInt(text.slice(8), 16), hi: Number.parseInt(text.slice(0, 8), 16) };
}

/** The shortest decimal that reads back as the same number; -0 is written 0. */
const number = (x: number): string => String(x === 0 ? 0 : x);

function numbersInOrder(labels: readonly number[]): number[] {
  const numbers: number[] = [];
  let next = 0;
  for (const tag of labels) if (numbers[tag] === undefined) numbers[tag] = next++;
  return numbers;
}

function parseRows(text: string): number[] | null {
  const rows = text.split('/');
  if (rows.length !== 8) return null;
  const pieces = new Array<number>(64).fill(NONE);
  for (const [i, row] of rows.entries()) {
    let square = (7 - i) * 8;
    const end = square + 8;
    for (const letter of row) {
      if (letter >= '1' && letter <= '8') square += Number(letter);
      else {
        const kind = kindOfLetter(letter);
        if (kind === NONE || square >= end) return null;
        pieces[square++] = kind;
      }
    }
    if (square !== end) return null;
  }
  return pieces;
}

/** A wave, or a description of the error. */
function parseStates(q: string, states: readonly string[], pieces: readonly number[]): Wave | string {
  if (!/^q\d{1,6}$/.test(q)) return `"${q.slice(0, 16)}" does not give the number of states, such as q2`;
  const size = Number(q.slice(1));
  if (size < 1 || size > LARGEST_CAP) return `a position must have 1 to ${LARGEST_CAP} states, not ${size}`;
  if (states.length !== size) return `the position announces ${size} states but gives ${states.length}`;
  const wave = emptyWave(size);
  wave.size = size;
  const seen = new Set<string>();
  const labels = new Map<number, number>();
  for (const [i, state] of states.entries()) {
    const found = STATE.exec(state);
    const occupancy = found === null ? null : parseOccupancy(found[1]!);
    if (found === null || occupancy === null) return `"${state.slice(0, 80)}" is not a state`;
    const tag = Number(found[2] ?? 0);
    if (tag > 0xffffffff) return `${tag} is too large for a label`;
    const name = `${found[1]!.toLowerCase()}@${tag}`;
    if (seen.has(name)) return `the state ${name} is given twice`;
    seen.add(name);
    if (!labels.has(tag)) labels.set(tag, labels.size);
    wave.lo[i] = occupancy.lo;
    wave.hi[i] = occupancy.hi;
    wave.label[i] = labels.get(tag)!;
    wave.re[i] = Number(found[3]);
    wave.im[i] = Number(found[4]);
    if (!(wave.re[i]! ** 2 + wave.im[i]! ** 2 > 0)) return `the amplitude of ${name} is zero`;
  }
  wave.labels = labels.size;
  const norm = normOf(wave);
  if (Math.abs(norm - 1) > 1e-6) return `the probabilities add up to ${norm} instead of 1`;
  if (Math.abs(norm - 1) > 1e-12) scale(wave, 1 / Math.sqrt(norm));
  refreshMasks(wave);
  for (let square = 0; square < 64; square++) {
    const possible = ((wave.orLo & BIT_LO[square]!) | (wave.orHi & BIT_HI[square]!)) !== 0;
    if (possible && pieces[square] === NONE)
      return `the board has no piece for the occupied square ${squareName(square)}`;
    if (!possible && pieces[square] !== NONE) return `no state has the piece on ${squareName(square)}`;
  }
  return wave;
}

const STATE = /^([0-9a-fA-F]{16})(?:@(\d{1,10}))?:(-?\d+(?:\.\d+)?(?:e-?\d+)?),(-?\d+(?:\.\d+)?(?:e-?\d+)?)$/;

function scale(wave: Wave, factor: number): void {
  for (let i = 0; i < wave.size; i++) {
    wave.re[i]! *= factor;
    wave.im[i]! *= factor;
  }
}

function isEpSquare(board: Board): boolean {
  const rank = board.ep >> 3;
  if (rank === 2) return board.piece[board.ep + 8] === (WHITE | PAWN);
  return rank === 5 && board.piece[board.ep - 8] === (BLACK | PAWN);
}

const bad = (why: string): Result<never, Refusal> =>
  err(refusal('quantum/bad-position', `Invalid QFEN: ${why}.`, { detail: why }));
