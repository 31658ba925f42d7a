import type {
  Chance,
  GameRecord,
  Happening,
  Inspection,
  Json,
  Referee,
  Refusal,
  RulesetCard,
  Ruling,
  Setup,
  Start,
} from '@chessmith/rules';
import { refusal } from '@chessmith/rules';
import { err, ok, type Result, unwrap } from '@chessmith/std';
import { type Board, CASTLING, cloneBoard, DEFAULT_CAP, LARGEST_CAP } from './board.js';
import { FIFTY_PLIES, type FiftyRule, kingsOutcome, royalsOf } from './endings.js';
import { happenedIn } from './happened.js';
import { inspectBoard } from './inspect.js';
import { legalMove } from './legal-move.js';
import { firstSquare, type Move, PASS } from './move.js';
import { formatMove, parseMove } from './notation.js';
import { BLACK, colorName, KING, NONE, PAWN, ROLES, ROOK } from './piece.js';
import { FORCE_BLOCK, FORCE_PASS, measureAll, measureAllAs, Result as Played, playMove, successOf } from './play.js';
import { type History, positionOf, type QuantumPosition } from './position.js';
import { marginals } from './probability.js';
import { formatOccupancy, formatQfen, parseOccupancy, parseQfen, START_FEN } from './qfen.js';
import { parseSquare, squareName, squaresOf } from './square.js';
import { viewOf } from './view.js';

export type QuantumOptions = {
  /** The largest number of boards in superposition: a power of two up to 2^17. */
  readonly cap?: number;
  readonly fiftyRule?: FiftyRule;
};

/** A referee that waits for nobody. */
export interface QuantumReferee extends Referee<QuantumPosition> {
  start(setup: Setup, chance: Chance): Result<Start<QuantumPosition>, Refusal>;
  judge(position: QuantumPosition, move: string, chance: Chance): Result<Ruling<QuantumPosition>, Refusal>;
  inspect(position: QuantumPosition, inspection: Inspection): Result<Json, Refusal>;
}

/** Quantum chess with amplitudes and interference. */
export function quantumReferee(options: QuantumOptions = {}): QuantumReferee {
  const { cap = DEFAULT_CAP, fiftyRule = 'collapse' } = options;
  if (!(cap >= 2 && cap <= LARGEST_CAP && Number.isInteger(Math.log2(cap)))) {
    throw new RangeError(`the cap is a power of two from 2 to ${LARGEST_CAP}, not ${cap}`);
  }
  return {
    about: ABOUT,
    start(setup) {
      const board = boardOf(setup, cap);
      if (!board.ok) return board;
      const open = { position: formatQfen(board.value, 'exact'), cap, fiftyRule, free: setup.free === true };
      return ok({ position: opened(open), record: { open } });
    },
    judge,
    resume: (record) => opened(record.open),
    replay,
    view: (position) => viewOf(position),
    snapshot: snapshotOf,
    restore: restored,
    inspect: inspectBoard,
  };
}

const ABOUT: RulesetCard = {
  name: 'quantum',
  title: 'Quantum chess',
  summary: 'Pieces split, merge, interfere and entangle; captures measure. Take every bit of the king.',
  files: 8,
  ranks: 8,
  roles: ROLES.map((role, i) => ({ role, letter: 'PNBRQK'[i]! })),
};

function boardOf(setup: Setup, cap: number): Result<Board, Refusal> {
  if (setup.number !== undefined) {
    return err(refusal('quantum/no-numbered-start', 'Quantum chess has no numbered starting positions.'));
  }
  const parsed = parseQfen(setup.position ?? START_FEN, cap);
  if (!parsed.ok) return parsed;
  const board = parsed.value;
  if (board.wave.size > cap) {
    const boards = board.wave.size;
    const message = `${boards} boards in superposition are more than the ${cap} this game allows.`;
    return err(refusal('quantum/too-much-superposition', message, { boards, cap }));
  }
  if (setup.turn !== undefined && setup.turn !== colorName(board.turn)) {
    board.turn ^= BLACK;
    board.ep = -1;
  }
  if (setup.unmoved !== undefined) {
    const empty = setup.unmoved.find((name) => (board.piece[parseSquare(name)] ?? NONE) === NONE);
    if (empty !== undefined) {
      return err(refusal('quantum/bad-unmoved', `There is no piece on ${empty.slice(0, 8)} that has not moved.`));
    }
    board.castling = rightsOf(board, setup.unmoved.map(parseSquare));
  }
  if (setup.free === true) return ok(board);
  const royal = royalsOf(board);
  if (!royal.white || !royal.black) {
    return err(refusal('quantum/no-king', `There is no ${royal.white ? 'black' : 'white'} king on the board.`));
  }
  const stuck = [...board.piece].findIndex((kind, square) => (kind & 7) === PAWN && (square < 8 || square > 55));
  if (stuck >= 0) {
    return err(refusal('quantum/pawn-on-last-rank', `No pawn can stand on ${squareName(stuck)}.`));
  }
  return ok(board);
}

function rightsOf(board: Board, unmoved: readonly number[]): number {
  const right = (king: number, corner: number, side: number, bit: number) =>
    unmoved.includes(king) &&
    unmoved.includes(corner) &&
    board.piece[king] === (side | KING) &&
    board.piece[corner] === (side | ROOK)
      ? bit
      : 0;
  return (
    right(4, 7, 0, CASTLING.K) |
    right(4, 0, 0, CASTLING.Q) |
    right(60, 63, BLACK, CASTLING.k) |
    right(60, 56, BLACK, CASTLING.q)
  );
}

function judge(position: QuantumPosition, text: string, chance: Chance): Result<Ruling<QuantumPosition>, Refusal> {
  const { board, free } = position;
  if (!free && position.outcome !== null) return err(refusal('game/over', 'The game has ended.'));
  const written = parseMove(text);
  if (!written.ok) return written;
  const found = legalMove(board, written.value, free);
  if (!found.ok) return found;
  const move = found.value;
  const success = successOf(board, move);
  const refused = whyNotForced(success, written.value.outcome, free);
  if (refused !== null) return err(refused);

  const open = success !== null && success > 0 && success < 1;
  const forced = written.value.outcome;
  const draw = !open ? 0 : forced === 1 ? FORCE_PASS : forced === 0 ? FORCE_BLOCK : chance.real();
  const { after, result } = played(board, move, draw, free);
  const happened = happenedIn(board, move, success, result);
  const notation = formatMove(move, result === Played.passed ? 1 : result === Played.blocked ? 0 : undefined);
  let record = notation;
  let usedChance = open && forced === undefined;
  if (mustCollapse(position, after)) {
    usedChance = usedChance || after.wave.size > 1;
    happened.push(...measureEverything(after, chance));
    record += `~${formatOccupancy(after.wave.lo[0]!, after.wave.hi[0]!)}`;
  }
  const next = positionOf(after, position, position.history);
  return ok({ after: next, record: { open: record }, notation, happened, usedChance });
}

/** Outcomes are drawn, not chosen; analysis may choose among those that are possible. */
function whyNotForced(success: number | null, outcome: 0 | 1 | undefined, free: boolean): Refusal | null {
  if (success === null || outcome === undefined) return null;
  const probability = outcome === 1 ? success : 1 - success;
  if (probability < 1e-9) {
    return refusal('quantum/impossible-outcome', `Outcome m${outcome} cannot happen here.`, { success });
  }
  if (!free && success > 0 && success < 1) {
    return refusal('quantum/outcome-is-drawn', 'In a game the outcome of a measurement is drawn, not chosen.', {
      success,
    });
  }
  return null;
}

function played(board: Board, move: Move, draw: number, free: boolean): { after: Board; result: number } {
  const after = cloneBoard(board);
  if (free && move !== PASS) after.turn = board.piece[firstSquare(move)]! & BLACK;
  const result = playMove(after, move, draw);
  return { after, result };
}

/** The official end of fifty moves without change: look everywhere, then see whether both kings are there. */
function mustCollapse(position: QuantumPosition, after: Board): boolean {
  if (position.free || position.fiftyRule !== 'collapse' || after.fifty < FIFTY_PLIES) return false;
  return kingsOutcome(after, position.royal) === null;
}

function measureEverything(board: Board, chance: Chance): Happening[] {
  const { orLo, orHi, andLo, andHi } = board.wave;
  const before = marginals(board);
  measureAll(board, chance.real());
  const happened = squaresOf(orLo & ~andLo, orHi & ~andHi).map((square): Happening => {
    const found = board.piece[square] !== 0;
    return { kind: 'measured', on: [squareName(square)], found, probability: before[square]! };
  });
  return [{ kind: 'said', message: 'Fifty moves without change: every square is measured.' }, ...happened];
}

function replay(position: QuantumPosition, record: GameRecord): QuantumPosition {
  const [text = '', occupancy] = String(record.open).split('~');
  const written = unwrap(parseMove(text));
  const move = unwrap(legalMove(position.board, written, position.free));
  const draw = written.outcome === undefined ? Number.NaN : written.outcome === 1 ? FORCE_PASS : FORCE_BLOCK;
  const { after, result } = played(position.board, move, draw, position.free);
  if (result <= Played.passed && written.outcome === undefined) {
    throw new Error(`the record ${text} does not say what was measured`);
  }
  if (occupancy !== undefined) {
    const found = parseOccupancy(occupancy);
    if (found === null || !measureAllAs(after, found.lo, found.hi)) throw new Error(`no board is ${occupancy}`);
  }
  return positionOf(after, position, position.history);
}

type Opening = {
  readonly position: string;
  readonly cap: number;
  readonly fiftyRule: FiftyRule;
  readonly free: boolean;
};

function opened(record: Json): QuantumPosition {
  const { position, cap, fiftyRule, free } = record as Opening;
  const board = unwrap(parseQfen(position, cap));
  return positionOf(board, { free, fiftyRule, royal: royalsOf(board) }, null);
}

type Snapshot = Opening & {
  readonly ply: number;
  readonly royal: { readonly white: boolean; readonly black: boolean };
  /** Oldest first, without the present position. */
  readonly history: readonly string[];
};

function snapshotOf(position: QuantumPosition): Json {
  const { board, free, fiftyRule, royal } = position;
  const history: string[] = [];
  for (let past = position.history.before; past !== null; past = past.before) history.unshift(past.hash);
  const snapshot: Snapshot = {
    position: formatQfen(board, 'exact'),
    cap: board.cap,
    fiftyRule,
    free,
    ply: board.ply,
    royal: { ...royal },
    history,
  };
  return snapshot;
}

function restored(json: Json): QuantumPosition {
  const { position, cap, fiftyRule, free, ply, royal, history } = json as Snapshot;
  const board = unwrap(parseQfen(position, cap));
  board.ply = ply;
  const before = history.reduce<History | null>((past, hash) => ({ hash, before: past }), null);
  return positionOf(board, { free, fiftyRule, royal }, before);
}
