import {
  CELLS,
  earlyEnd,
  generateCaptures,
  generateUnended,
  hasEnough,
  isInCheck,
  type Outcome,
  play,
  playPass,
  repetitionsOf,
  undo,
  undoPass,
} from '@chessmith/rules';
import { evaluate } from './evaluate.js';
import { gainOf, isLosing, isTactical, moverOf, pickMove, rateMoves } from './order-moves.js';
import { FORCED, MAX_PLIES, WIN } from './score.js';
import { keepLine, type SearchState } from './search-state.js';
import { AT_LEAST, AT_MOST, boundIn, depthIn, ENTRY, EXACT, scoreIn, storeEntry } from './transpositions.js';

const {
  turn: TURN,
  halfmoves: HALFMOVES,
  hashLow: HASH_LOW,
  hashHigh: HASH_HIGH,
  count: COUNT,
  royals: ROYALS,
} = CELLS;

/** In plies, as in the rules that draw after fifty moves. */
const FIFTY_MOVES = 100;
const MAX_CAPTURE_PLIES = 10;
/** Where captures are forced, lines of captures branch more and say less. */
const MAX_FORCED_CAPTURES = 4;
const HISTORY_LIMIT = 1 << 20;

/** By depth and number of the move: how many plies less a late quiet move is searched. */
const REDUCTIONS = Int8Array.from({ length: 64 * 64 }, (_, i) => {
  const depth = i >> 6;
  const count = i & 63;
  return depth < 3 || count < 3 ? 0 : Math.floor(0.6 + (Math.log(depth) * Math.log(count)) / 2.2);
});

/**
 * The value of the position for the side to move, exact between `alpha` and `beta`, looking `depth` plies ahead
 * (principal variation search). `at` is the free part of the list of moves. After a stop the value means nothing.
 */
export function visit(
  search: SearchState,
  depth: number,
  alpha: number,
  beta: number,
  ply: number,
  at: number,
  inCheck: boolean,
  mayPass: boolean,
): number {
  const { position, traits, moves, order, transpositions } = search;
  const { cells, tables } = position;
  search.lineLengths[ply] = 0;
  if (search.isStopped) return 0;
  if (tables.hasEarlyEnd) {
    const end = earlyEnd(position);
    if (end !== null) return endValue(end, cells[TURN]!, ply);
  }
  if (isDrawn(search)) return 0;
  if (ply >= MAX_PLIES || at > search.lastList) return evaluate(position, search.tables);
  if (inCheck) depth++;
  if (depth <= 0) return visitCaptures(search, alpha, beta, ply, at, inCheck, 0);

  // No line from here can be better than a win at once.
  if (WIN - ply - 1 < beta) {
    beta = WIN - ply - 1;
    if (alpha >= beta) return beta;
  }
  const isPrincipal = beta - alpha > 1;
  const low = cells[HASH_LOW]!;
  const high = cells[HASH_HIGH]!;
  const entry = (low & transpositions.mask) * ENTRY;
  const { entries } = transpositions;
  let known = 0;
  if (entries[entry] === low && entries[entry + 1] === high) {
    known = entries[entry + 2]!;
    const packed = entries[entry + 3]!;
    if (!isPrincipal && depthIn(packed) >= depth) {
      const value = fromEntry(scoreIn(packed), ply);
      const bound = boundIn(packed);
      if (bound === EXACT || (bound === AT_LEAST ? value >= beta : value <= alpha)) return value;
    }
  }

  const us = cells[TURN]!;
  let guess = 0;
  if (!inCheck) {
    guess = evaluate(position, search.tables);
    if (!isPrincipal && Math.abs(beta) < FORCED) {
      if (traits.isCalm && depth <= 6 && guess - 85 * depth >= beta) return guess;
      if (mayPass && traits.mayPass && depth >= 3 && guess >= beta && hasPieces(search, us)) {
        const reduction = 3 + (depth >> 2) + Math.min(2, ((guess - beta) / 200) | 0);
        playPass(position);
        search.nodes++;
        const value = -visit(search, depth - reduction, -beta, 1 - beta, ply + 1, at, false, false);
        undoPass(position);
        if (search.isStopped) return 0;
        if (value >= beta) return value > FORCED ? beta : value;
      }
    }
  }
  if (known === 0 && depth >= 5) depth--;

  const end = generateUnended(position, moves, at);
  if (end === at) return withoutMove(search, us, inCheck, ply);
  rateMoves(search, at, end, known, ply);
  const firstAlpha = alpha;
  let best = -WIN;
  let bestMove = 0;
  let quiets = 0;
  for (let i = at; i < end; i++) {
    const move = pickMove(search, i, end);
    const count = i - at;
    const tactical = isTactical(position, move);
    const maySkip = traits.isCalm && !isPrincipal && !inCheck && best > -FORCED;
    if (maySkip && !tactical && depth <= 4 && quiets > 3 + 2 * depth * depth) continue;
    const losing = isLosing(order[i]!);
    if (!tactical) quiets++;
    play(position, move);
    countNode(search);
    const gives = isInCheck(position, us ^ 1);
    if (maySkip && !gives && depth <= 5 && count > 0) {
      if (tactical ? losing && depth <= 2 : guess + 90 + 90 * depth <= alpha) {
        undo(position);
        continue;
      }
    }
    let value: number;
    if (count === 0) {
      value = -visit(search, depth - 1, -beta, -alpha, ply + 1, end, gives, true);
    } else {
      let reduction = 0;
      if (depth >= 3 && (!tactical || losing) && !inCheck) {
        reduction = REDUCTIONS[(Math.min(63, depth) << 6) | Math.min(63, count)]!;
        if (isPrincipal || gives) reduction--;
        if (!traits.isCalm) reduction >>= 1;
        if (reduction > 0 && order[i]! > 1 << 26) reduction--;
        reduction = Math.max(0, Math.min(depth - 2, reduction));
      }
      value = -visit(search, depth - 1 - reduction, -alpha - 1, -alpha, ply + 1, end, gives, true);
      if (value > alpha && reduction > 0) {
        value = -visit(search, depth - 1, -alpha - 1, -alpha, ply + 1, end, gives, true);
      }
      if (value > alpha && value < beta) {
        value = -visit(search, depth - 1, -beta, -alpha, ply + 1, end, gives, true);
      }
    }
    undo(position);
    if (search.isStopped) return 0;
    if (value > best) {
      best = value;
      bestMove = move;
      if (value > alpha) {
        alpha = value;
        keepLine(search, ply, move);
        if (alpha >= beta) {
          if (!tactical) learn(search, at, i, depth, ply);
          break;
        }
      }
    }
  }
  const bound = best >= beta ? AT_LEAST : best > firstAlpha ? EXACT : AT_MOST;
  storeEntry(transpositions, entry, low, high, bound === AT_MOST ? 0 : bestMove, toEntry(best, ply), depth, bound);
  return best;
}

/** Like `visit`, with captures and promotions only, until the position is quiet. In check it tries every move. */
function visitCaptures(
  search: SearchState,
  alpha: number,
  beta: number,
  ply: number,
  at: number,
  inCheck: boolean,
  plies: number,
): number {
  const { position, traits, moves, order } = search;
  const { cells, tables } = position;
  search.lineLengths[ply] = 0;
  if (search.isStopped) return 0;
  if (plies > 0 && tables.hasEarlyEnd) {
    const end = earlyEnd(position);
    if (end !== null) return endValue(end, cells[TURN]!, ply);
  }
  if (
    ply >= MAX_PLIES ||
    plies > (traits.mustCapture ? MAX_FORCED_CAPTURES : MAX_CAPTURE_PLIES) ||
    at > search.lastList
  )
    return evaluate(position, search.tables);
  const escapes = inCheck && plies < 4;
  let best = -WIN + ply;
  let guess = 0;
  if (!escapes) {
    guess = evaluate(position, search.tables);
    if (!traits.mustCapture) {
      if (guess >= beta) return guess;
      best = guess;
      if (guess > alpha) alpha = guess;
    }
  }
  const end = escapes ? generateUnended(position, moves, at) : generateCaptures(position, moves, at);
  const us = cells[TURN]!;
  if (end === at) return escapes ? withoutMove(search, us, inCheck, ply) : traits.mustCapture ? guess : best;
  for (let i = at; i < end; i++) {
    order[i] = isTactical(position, moves[i]!) ? gainOf(search, moves[i]!) : -20_000;
  }
  for (let i = at; i < end; i++) {
    const move = pickMove(search, i, end);
    if (!escapes && !traits.mustCapture) {
      if (order[i]! < 0) break;
      if (traits.isCalm && guess + order[i]! + 150 < alpha) break;
    }
    play(position, move);
    countNode(search);
    const gives = plies < 3 && isInCheck(position, us ^ 1);
    const value = -visitCaptures(search, -beta, -alpha, ply + 1, end, gives, plies + 1);
    undo(position);
    if (search.isStopped) return 0;
    if (value > best) {
      best = value;
      if (value > alpha) {
        alpha = value;
        keepLine(search, ply, move);
        if (alpha >= beta) break;
      }
    }
  }
  return best;
}

/** Counts a played move and stops the search at its limits. */
export function countNode(search: SearchState): void {
  const nodes = ++search.nodes;
  if (nodes >= search.maxNodes || ((nodes & 255) === 0 && search.shouldStop())) search.isStopped = true;
}

/** The value of a finished game for a side, `ply` plies from the root: near wins are better than far ones. */
export function endValue(outcome: Outcome, us: number, ply: number): number {
  if (outcome.kind === 'draw') return 0;
  return (outcome.winner === 'white') === (us === 0) ? WIN - ply : ply - WIN;
}

function withoutMove({ position }: SearchState, us: number, inCheck: boolean, ply: number): number {
  const { checkmate, stalemate } = position.tables.endingFlags;
  if (checkmate && (inCheck || isInCheck(position, us))) return ply - WIN;
  return stalemate === 'draw' ? 0 : stalemate === 'win' ? WIN - ply : ply - WIN;
}

/** A position that comes a second time counts as drawn: either side can repeat it once more. */
function isDrawn({ position }: SearchState): boolean {
  const { cells, tables } = position;
  const { repetition, moveCount, material } = tables.endingFlags;
  const quiet = cells[HALFMOVES]!;
  if (repetition && quiet >= 4 && repetitionsOf(position) > 1) return true;
  if (moveCount && quiet >= FIFTY_MOVES) return true;
  if (material === null || cells[COUNT]! + cells[COUNT + 1]! > 5) return false;
  return !hasEnough(position, 0) && !hasEnough(position, 1);
}

/** Whether a side has pieces besides pawns and royal ones; without them passing may well be best. */
function hasPieces({ position }: SearchState, us: number): boolean {
  const { counts, cells, tables, pockets } = position;
  let pieces = cells[COUNT + us]! - cells[ROYALS + us]!;
  for (let code = 2 + us; code < tables.codes; code += 2) if (tables.isPawn[code] === 1) pieces -= counts[code]!;
  if (pieces > 0 || !tables.keepsPockets) return pieces > 0;
  const { length } = tables.roles;
  for (let role = 0; role < length; role++) if (pockets[us * length + role]! > 0) return true;
  return false;
}

/** Remembers a quiet move that refuted its position, against the quiet moves tried before it. */
function learn(search: SearchState, at: number, i: number, depth: number, ply: number): void {
  const { position, moves, killers, history } = search;
  const { size } = position.tables;
  const move = moves[i]!;
  if (killers[2 * ply] !== move) {
    killers[2 * ply + 1] = killers[2 * ply]!;
    killers[2 * ply] = move;
  }
  const bonus = depth * depth;
  for (let j = at; j <= i; j++) {
    if (isTactical(position, moves[j]!)) continue;
    const place = moverOf(position, moves[j]!) * size + (moves[j]! & 255);
    history[place]! += j === i ? bonus : -bonus;
    if (Math.abs(history[place]!) > HISTORY_LIMIT) for (let k = 0; k < history.length; k++) history[k]! >>= 1;
  }
}

/** The table counts forced results from the stored position, the search from its root. */
const toEntry = (value: number, ply: number): number =>
  value > FORCED ? value + ply : value < -FORCED ? value - ply : value;
const fromEntry = (value: number, ply: number): number =>
  value > FORCED ? value - ply : value < -FORCED ? value + ply : value;
