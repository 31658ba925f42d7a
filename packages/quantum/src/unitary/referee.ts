import type {
  Chance,
  GameRecord,
  Happening,
  Inspection,
  Json,
  Referee,
  RefereeForking,
  RefereePgn,
  Refusal,
  RulesetCard,
  Ruling,
  Setup,
  Start,
} from '@chessmith/rules';
import { refusal } from '@chessmith/rules';
import { err, mapOk, ok, type Result, unwrap } from '@chessmith/std';
import { type Board, DEFAULT_CAP, LARGEST_CAP } from './board.js';
import { FIFTY_PLIES, type FiftyRule, kingsOutcome } from './endings.js';
import { happenedIn } from './happened.js';
import { inspectBoard } from './inspect.js';
import { legalMove } from './legal-move.js';
import { formatMove, parseMove } from './notation.js';
import { PGN_VARIANT, pgnCommentsOf } from './pgn.js';
import { ROLES } from './piece.js';
import { FORCE_BLOCK, FORCE_PASS, measureAll, PlayResult, successProbability } from './play.js';
import { type History, positionOf, type QuantumPosition } from './position.js';
import { marginals } from './probability.js';
import { formatOccupancy, formatQfen, parseQfen } from './qfen.js';
import { isOpen, played, replayRecord, whyImpossible } from './replay-record.js';
import { squareName, squaresOf } from './square.js';
import { branch, pgnStart, positionOfStart, readStart, type StartRecord } from './start.js';
import { viewOf } from './view.js';

export type QuantumOptions = {
  /** The largest number of boards in superposition: a power of two up to 2^17. */
  readonly cap?: number;
  readonly fiftyRule?: FiftyRule;
};

/** A synchronous referee. */
export interface QuantumReferee extends Referee<QuantumPosition> {
  start(setup: Setup, chance: Chance): Result<Start<QuantumPosition>, Refusal>;
  judge(position: QuantumPosition, move: string, chance: Chance): Result<Ruling<QuantumPosition>, Refusal>;
  readonly forking: RefereeForking & { readonly kind: 'setup' };
  readonly pgn: Required<RefereePgn>;
  readonly inspection: { inspect(position: QuantumPosition, inspection: Inspection): Result<Json, Refusal> };
}

/** The referee of quantum chess with amplitudes and interference. */
export function quantumReferee(options: QuantumOptions = {}): QuantumReferee {
  const { cap = DEFAULT_CAP, fiftyRule = 'collapse' } = options;
  if (!(cap >= 2 && cap <= LARGEST_CAP && Number.isInteger(Math.log2(cap)))) {
    throw new RangeError(`the cap must be a power of two from 2 to ${LARGEST_CAP}, not ${cap}`);
  }
  return {
    about: ABOUT,
    start: (setup) =>
      mapOk(readStart(setup, { cap, fiftyRule }), (open) => ({ position: positionOfStart(open), record: { open } })),
    judge,
    resume: (record) => positionOfStart(record.open as StartRecord),
    replay,
    view: (position) => viewOf(position),
    snapshot: snapshotOf,
    restore: restored,
    forking: { kind: 'setup', branch },
    pgn: { comments: pgnCommentsOf, start: pgnStart },
    inspection: { inspect: inspectBoard },
  };
}

const ABOUT: RulesetCard = {
  name: 'quantum',
  title: 'Quantum chess',
  summary: 'Pieces split, merge, interfere and entangle; captures measure. Take every bit of the king.',
  files: 8,
  ranks: 8,
  roles: ROLES.map((role, i) => ({ role, letter: 'PNBRQK'[i]! })),
  pgnVariant: PGN_VARIANT,
};

function judge(position: QuantumPosition, text: string, chance: Chance): Result<Ruling<QuantumPosition>, Refusal> {
  const { board, free } = position;
  if (!free && position.outcome !== null) return err(refusal('game/over', 'The game has ended.'));
  const written = parseMove(text);
  if (!written.ok) return written;
  const found = legalMove(board, written.value, free);
  if (!found.ok) return found;
  const move = found.value;
  const success = successProbability(board, move);
  const refused = whyNotForced(success, written.value.measured, free);
  if (refused !== null) return err(refused);

  const open = isOpen(success);
  const forced = written.value.measured;
  const draw = !open ? 0 : forced === 1 ? FORCE_PASS : forced === 0 ? FORCE_BLOCK : chance.real();
  const { after, result } = played(board, move, draw, free);
  const happened = happenedIn(board, move, success, result);
  const notation = formatMove(move, result === PlayResult.passed ? 1 : result === PlayResult.blocked ? 0 : undefined);
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

/** In a game, measurement results are random; analysis may choose any possible result. */
function whyNotForced(success: number | null, measured: 0 | 1 | undefined, free: boolean): Refusal | null {
  if (measured === undefined) return null;
  if (!free && isOpen(success)) {
    return refusal(
      'quantum/outcome-is-drawn',
      'In a game the result of a measurement is random; leave out .m0 and .m1.',
      {
        success,
      },
    );
  }
  return whyImpossible(success, measured);
}

/** The official rule after fifty moves without change: measure everything, then test whether both kings are there. */
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
  const after = unwrap(replayRecord(position.board, String(record.open), position.free));
  return positionOf(after, position, position.history);
}

type Snapshot = Omit<StartRecord, 'moves'> & {
  readonly ply: number;
  readonly royal: { readonly white: boolean; readonly black: boolean };
  /** Oldest first, without the current position. */
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
