import { assertNever } from '@chessmith/std';
import { FLAG_DROP, FLAG_EN_PASSANT, FLAG_PROMOTE, pieceCode, ROLE_SHIFT, roleOfCode } from './compile/codes.js';
import { earlyEnd } from './engine/early-end.js';
import { PASSED, type Position, TURN } from './engine/position.js';
import { castlingSide, explainCastling } from './explain/castling.js';
import { explainReach, wasJustPassed } from './explain/reach.js';
import { explainRestrictions } from './explain/restrictions.js';
import {
  aPiece,
  colorName,
  listed,
  pieceOn,
  roleName,
  roleOn,
  rulesetFacts,
  sentence,
  squareName,
} from './explain/words.js';
import { fileLetter } from './geometry.js';
import type { MoveRequest } from './move-request.js';
import { type Refusal, refusal } from './refusal.js';

/**
 * Why a requested move is illegal: a stable code, a sentence, and facts including the `rule` that refuses it. Call it
 * for illegal moves only; it leaves the position unchanged.
 */
export function explainRefusal(position: Position, request: MoveRequest): Refusal {
  return explainEnd(position) ?? explainRequest(position, request) ?? unexplained(position);
}

/** The game ended by its ruleset, even if pieces could still move. */
function explainEnd(position: Position): Refusal | null {
  const outcome = position.tables.hasEarlyEnd ? earlyEnd(position) : null;
  if (outcome === null) return null;
  return refusal('game/over', `The game is over: ${outcome.by.replaceAll('-', ' ')}.`, { outcome });
}

function explainRequest(position: Position, request: MoveRequest): Refusal | null {
  switch (request.kind) {
    case 'move':
      return explainMove(position, request.from, request.to, request.promotion);
    case 'onto':
      return explainOnto(position, request);
    case 'castle':
      return explainCastling(position, request.side);
    case 'drop':
      return explainDrop(position, request.role, request.to);
    default:
      return assertNever(request);
  }
}

const unexplained = (position: Position): Refusal =>
  refusal('move/illegal', `This move is not legal in ${position.tables.ruleset.title} here.`, {
    rule: 'legal-moves',
    ...rulesetFacts(position.tables),
  });

function explainMove(position: Position, from: number, to: number, promotion: number): Refusal | null {
  const { board, state } = position;
  const us = state[TURN]!;
  const facts = { from: squareName(position, from), to: squareName(position, to) };
  if (board[from] === 0)
    return refusal('move/no-piece', `There is no piece on ${facts.from}.`, { rule: 'pieces', ...facts });
  if ((board[from]! & 1) !== us) {
    const words = `${pieceOn(position, from)} belongs to ${colorName(us ^ 1)}, but ${colorName(us)} is to move`;
    const whose = { role: roleOn(position, from), color: colorName(us ^ 1), turn: colorName(us) };
    return refusal('move/not-your-piece', sentence(words), { rule: 'turn', ...facts, ...whose });
  }
  const unreachable = explainReach(position, from, to);
  if (unreachable !== null) {
    const side = castlingSide(position, from, to, unreachable.code);
    return side < 0 ? unreachable : explainCastling(position, side);
  }
  return explainPromotion(position, from, to, promotion) ?? explainStep(position, from, to, promotion);
}

/** The piece can make this move, so only a restriction can forbid it. */
function explainStep(position: Position, from: number, to: number, promotion: number): Refusal | null {
  const { state, board } = position;
  const move = (from << 8) | to;
  if (promotion >= 0) return explainRestrictions(position, move | FLAG_PROMOTE | (promotion << ROLE_SHIFT));
  const passed = state[PASSED]!;
  const passes =
    board[to] === 0 && (passed === to || wasJustPassed(position, to)) && canCaptureEnPassant(position, from, to);
  if (!passes) return explainRestrictions(position, move);
  // The engine clears an en passant square that no legal capture can use. Restore it briefly to find the reason.
  state[PASSED] = to;
  const why = explainRestrictions(position, move | FLAG_EN_PASSANT);
  state[PASSED] = passed;
  return why;
}

function canCaptureEnPassant({ tables, board, state }: Position, from: number, to: number): boolean {
  const capturers = tables.enPassantCapturers[state[TURN]! * tables.size + to]!;
  for (let i = 0; i < capturers.length; i += 2)
    if (capturers[i + 1] === from && capturers[i] === board[from]) return true;
  return false;
}

function explainPromotion(position: Position, from: number, to: number, promotion: number): Refusal | null {
  const { tables, board, counts } = position;
  const code = board[from]!;
  const zone = tables.promotes[code * tables.size + to]!;
  const role = roleName(tables, roleOfCode(code));
  const choices = [...tables.promotesTo[roleOfCode(code)]!].filter((choice) => {
    const becomes = pieceCode(choice, code & 1);
    return !tables.promotesOnlyToCaptured || counts[becomes]! < tables.startCounts[becomes]!;
  });
  const names = choices.map((choice) => roleName(tables, choice));
  const facts = {
    rule: 'promote',
    role,
    from: squareName(position, from),
    to: squareName(position, to),
    choices: names,
  };
  if (promotion < 0) {
    if (zone !== 1) return null;
    if (names.length === 0)
      return refusal(
        'move/no-such-promotion',
        sentence(`${aPiece(role)} must promote on ${facts.to}, but no piece that it could become has been captured`),
        facts,
      );
    return refusal(
      'move/promotion-missing',
      sentence(`${aPiece(role)} must promote on ${facts.to}; choose ${listed(names, 'or')}`),
      facts,
    );
  }
  if (zone === 0)
    return refusal('move/no-such-promotion', sentence(`${aPiece(role)} does not promote on ${facts.to}`), {
      ...facts,
      choices: [],
    });
  if (choices.includes(promotion)) return null;
  const instead = names.length === 0 ? 'no piece can be chosen now' : `choose ${listed(names, 'or')}`;
  return refusal(
    'move/no-such-promotion',
    sentence(`${aPiece(role)} cannot promote to ${aPiece(roleName(tables, promotion))}; ${instead}`),
    { ...facts, promotion: roleName(tables, promotion) },
  );
}

/** SAN may fit several pieces; report the reason of the piece that comes closest to the move. */
function explainOnto(position: Position, request: Extract<MoveRequest, { kind: 'onto' }>): Refusal | null {
  const { tables, board, state } = position;
  const us = state[TURN]!;
  const code = pieceCode(request.role, us);
  const role = roleName(tables, request.role);
  const to = squareName(position, request.to);
  const meant = Array.from({ length: tables.size }, (_, square) => square).filter(
    (square) =>
      board[square] === code &&
      (request.file < 0 || square % tables.files === request.file) &&
      (request.rank < 0 || ((square / tables.files) | 0) === request.rank),
  );
  if (meant.length === 0) {
    const where = `${request.file < 0 ? '' : ` on the ${fileLetter(request.file)}-file`}${request.rank < 0 ? '' : ` on rank ${request.rank + 1}`}`;
    return refusal('move/no-such-piece', sentence(`${colorName(us)} has no ${role}${where}`), {
      rule: 'pieces',
      color: colorName(us),
      role,
      to,
      ...(request.file < 0 ? {} : { file: fileLetter(request.file) }),
      ...(request.rank < 0 ? {} : { rank: request.rank + 1 }),
    });
  }
  const reasons = meant.map((from) => explainMove(position, from, request.to, request.promotion));
  if (reasons.includes(null))
    return refusal('move/not-reachable', `The ${role} cannot go to ${to}; to castle, write O-O or O-O-O.`, {
      rule: 'castle',
      role,
      to,
    });
  const close = reasons.find(
    (reason) => reason !== null && reason.code !== 'move/not-reachable' && reason.code !== 'move/blocked',
  );
  const near = close ?? reasons.find((reason) => reason?.code === 'move/blocked');
  if (near) return near;
  if (meant.length === 1) return reasons[0]!;
  return refusal('move/not-reachable', sentence(`no ${colorName(us)} ${role} can go to ${to}`), {
    rule: 'movements',
    color: colorName(us),
    role,
    to,
  });
}

function explainDrop(position: Position, role: number, to: number): Refusal | null {
  const { tables, board, pockets, state } = position;
  const us = state[TURN]!;
  const pocket = us * tables.roles.length + role;
  const name = roleName(tables, role);
  const facts = { rule: 'drop', role: name, to: squareName(position, to) };
  const squares = tables.drops[pocket];
  if (!tables.hasDrops)
    return refusal('move/drop-unknown', sentence(`there are no drops in ${tables.ruleset.title}`), {
      ...facts,
      ...rulesetFacts(tables),
    });
  if (!squares) return refusal('move/drop-unknown', sentence(`${aPiece(name)} cannot be dropped`), facts);
  if (pockets[pocket] === 0)
    return refusal('move/nothing-in-pocket', sentence(`${colorName(us)} has no ${name} in the pocket`), {
      ...facts,
      color: colorName(us),
    });
  if (board[to] !== 0)
    return refusal(
      'move/drop-occupied',
      sentence(`${pieceOn(position, to)} occupies this square; drop on an empty one`),
      {
        ...facts,
        by: facts.to,
        byRole: roleOn(position, to),
      },
    );
  if (squares[to] === 0)
    return refusal('move/drop-forbidden-rank', sentence(`${aPiece(name)} may not be dropped on ${facts.to}`), facts);
  return explainRestrictions(position, (to << 8) | to | FLAG_DROP | (role << ROLE_SHIFT));
}
