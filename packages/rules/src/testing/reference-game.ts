import { fileLetter, formatSquare, squareIndex } from '../geometry.js';
import type { FenFields } from '../notation/fen.js';
import type { Effect, Restriction, Ruleset } from '../ruleset.js';

/**
 * A reference implementation of every ruleset, written directly from its values: squares are names, and each move
 * creates a new state. It shares only the FEN parser with the engine. Slow on purpose.
 */
export type ReferenceGame = {
  readonly rules: Ruleset;
  readonly board: ReadonlyMap<string, Piece>;
  readonly turn: Side;
  readonly pockets: readonly { readonly role: string; readonly side: Side }[];
  /** Kings and rooks that may still castle. */
  readonly rights: readonly Right[];
  readonly passed: { readonly on: string; readonly piece: string } | null;
  readonly checks: readonly [number, number];
  /** Squares of pieces that have not moved. */
  readonly unmoved: ReadonlySet<string>;
};

export type Side = 0 | 1;
export type Piece = { readonly role: string; readonly side: Side; readonly was?: string };
export type Right = {
  readonly side: Side;
  readonly wing: 'king' | 'queen';
  readonly king: string;
  readonly rook: string;
};

/** The effects of a move: pieces leave squares, arrive, and are captured. */
export type ReferenceMove = {
  readonly name: string;
  readonly from: string | null;
  readonly to: string;
  readonly takes: string | null;
  readonly becomes: Piece;
  readonly passes?: string;
  readonly castles?: Right & { readonly kingTo: string; readonly rookTo: string };
};

export function referenceGame(rules: Ruleset, fields: FenFields): ReferenceGame {
  const roles = Object.keys(rules.pieces);
  const name = (square: number): string => formatSquare(rules.board, square);
  const board = new Map<string, Piece>();
  const pawn = roles.find((role) => rules.pieces[role]!.pawn === true);
  for (const { square, code, promoted } of fields.pieces) {
    const piece: Piece = { role: roles[(code >> 1) - 1]!, side: (code & 1) as Side };
    board.set(name(square), promoted && pawn !== undefined ? { ...piece, was: pawn } : piece);
  }
  const turn = fields.turn as Side;
  const rights = fields.castling.flatMap(({ color, side, partner }): Right[] => {
    if (partner < 0) return [];
    const isCastler = (square: string): boolean =>
      square.slice(1) === name(partner).slice(1) && rules.pieces[board.get(square)!.role]!.royal === true;
    const king = [...board.keys()].find((square) => board.get(square)!.side === color && isCastler(square));
    if (king === undefined) return [];
    return [{ side: color as Side, wing: side === 0 ? 'king' : 'queen', king, rook: name(partner) }];
  });
  const passed =
    fields.passed < 0
      ? null
      : { on: name(fields.passed), piece: shift(rules, name(fields.passed), 0, turn === 0 ? -1 : 1)! };
  const pockets = fields.pockets.map(({ color, role }) => ({ role: roles[role]!, side: color as Side }));
  return { rules, board, turn, pockets, rights, passed, checks: fields.checks, unmoved: onStartSquares(rules, board) };
}

/** Squares with the piece that starts there. */
function onStartSquares(rules: Ruleset, board: ReadonlyMap<string, Piece>): ReadonlySet<string> {
  const rows = String(rules.start).split(' ')[0]!.split('/').reverse();
  const letters = rows.map((row) => row.replace(/\d+/g, (gap) => '.'.repeat(Number(gap))));
  const home = [...board].filter(([square, piece]) => {
    const letter = rules.pieces[piece.role]!.letter;
    return (
      letters[Number(square.slice(1)) - 1]?.[square.charCodeAt(0) - 97] ===
      (piece.side === 0 ? letter.toUpperCase() : letter)
    );
  });
  return new Set(home.map(([square]) => square));
}

/** The square that many files and ranks away; null off the board. */
export function shift(rules: Ruleset, square: string, files: number, ranks: number): string | null {
  const file = square.charCodeAt(0) - 97 + files;
  const rank = Number(square.slice(1)) + ranks;
  const to = `${fileLetter(file)}${rank}`;
  return file >= 0 && squareIndex(rules.board, to) >= 0 ? to : null;
}

export const effectOf = <Kind extends Effect['kind']>(
  rules: Ruleset,
  kind: Kind,
): Extract<Effect, { kind: Kind }> | undefined =>
  rules.effects.find((effect): effect is Extract<Effect, { kind: Kind }> => effect.kind === kind);

export const restricts = (rules: Ruleset, kind: Restriction['kind']): boolean =>
  rules.restrictions.some((restriction) => restriction.kind === kind);

export const royalsOf = (game: ReferenceGame, side: Side): readonly string[] =>
  [...game.board]
    .filter(([, piece]) => piece.side === side && game.rules.pieces[piece.role]!.royal)
    .map(([square]) => square);

/** How many pieces of a role a side starts with. */
export function atStart(rules: Ruleset, role: string, side: Side): number {
  const letter = rules.pieces[role]!.letter;
  return (
    String(rules.start)
      .split(' ')[0]!
      .split(side === 0 ? letter.toUpperCase() : letter).length - 1
  );
}

export const neighbours = (rules: Ruleset, square: string): readonly string[] =>
  [-1, 0, 1]
    .flatMap((files) =>
      [-1, 0, 1].map((ranks) => (files === 0 && ranks === 0 ? null : shift(rules, square, files, ranks))),
    )
    .filter((near) => near !== null);

/** The game after a move, legal or not; `afterReferenceMove` counts checks. */
export function playReference(game: ReferenceGame, move: ReferenceMove): ReferenceGame {
  const { rules, turn } = game;
  const board = new Map(game.board);
  let pockets = game.pockets;
  const touched = new Set([move.from, move.to, move.takes]);
  const victim = move.takes === null ? undefined : board.get(move.takes);
  if (move.takes !== null) board.delete(move.takes);
  if (move.from !== null) board.delete(move.from);
  if (move.castles !== undefined) {
    const rook = board.get(move.castles.rook)!;
    board.delete(move.castles.rook);
    board.set(move.castles.kingTo, move.becomes);
    board.set(move.castles.rookTo, rook);
  } else board.set(move.to, move.becomes);
  if (move.from === null) {
    const used = pockets.findIndex(({ role, side }) => role === move.becomes.role && side === turn);
    pockets = pockets.filter((_, i) => i !== used);
  }
  if (victim !== undefined && effectOf(rules, 'pocket')) {
    pockets = [...pockets, { role: victim.was ?? victim.role, side: turn }];
  }
  const explosion = effectOf(rules, 'explode');
  if (victim !== undefined && explosion) {
    board.delete(move.to);
    for (const near of neighbours(rules, move.to)) {
      const piece = board.get(near);
      if (piece === undefined || explosion.spares.includes(piece.role)) continue;
      board.delete(near);
      touched.add(near);
    }
  }
  const rights = game.rights.filter(({ king, rook }) => !touched.has(king) && !touched.has(rook));
  const passed = move.passes === undefined ? null : { on: move.passes, piece: move.to };
  const unmoved = new Set([...game.unmoved].filter((square) => !touched.has(square)));
  if (move.castles !== undefined) unmoved.delete(move.castles.rook);
  return { ...game, board, turn: turn === 0 ? 1 : 0, pockets, rights, passed, unmoved };
}
