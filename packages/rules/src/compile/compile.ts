import { squareIndex } from '../geometry.js';
import type { CastleSide, Effect, Movement, Restriction, Ruleset } from '../ruleset.js';
import { attackTables } from './attack-tables.js';
import { bitboardTables } from './bitboard-tables.js';
import { BLACK, END, pieceCode } from './codes.js';
import { endingFlagsOf } from './ending-flags.js';
import { zobristKeys } from './keys.js';
import { facing, flatten, mayBegin, moveProgram, ray } from './move-program.js';
import { hasOverlaps } from './overlaps.js';
import { kindsOf } from './piece-kinds.js';
import type { CastleWay, Tables } from './tables.js';

/**
 * Compiles a ruleset into the tables that the engine runs on. The ruleset must be valid (see `validateRuleset`). `bits:
 * false` leaves out the bitboards, so that tests can compare both move generators.
 */
export function compileTables(ruleset: Ruleset, options: { readonly bits?: boolean } = {}): Tables {
  const { files, ranks } = ruleset.board;
  const geometry = { files, ranks };
  const size = files * ranks;
  const roles = Object.keys(ruleset.pieces);
  const kinds = Object.values(ruleset.pieces);
  const codes = 2 + 2 * roles.length;
  const lettersOfCodes = ['', '', ...kinds.flatMap(({ letter }) => [letter.toUpperCase(), letter])];
  const roleIndex = (role: string): number => roles.indexOf(role);
  const perCode = (test: (role: number) => boolean): Uint8Array =>
    Uint8Array.from({ length: codes }, (_, code) => (code >= 2 && test((code >> 1) - 1) ? 1 : 0));
  const has = (kind: Restriction['kind']): boolean =>
    ruleset.restrictions.some((restriction) => restriction.kind === kind);

  const isPawn = perCode((role) => kinds[role]?.pawn === true);
  const keys = zobristKeys(size, codes);
  const promotions = ruleset.effects.filter((effect) => effect.kind === 'promote');
  const promotes = promotionZones(promotions, roles, geometry, codes);
  const { program, programAt } = moveProgram(ruleset, geometry, promotes);
  const { regular, leapsOntoLines, ...attacks } = attackTables(ruleset, geometry);
  const explosion = ruleset.effects.find((effect) => effect.kind === 'explode');
  const noSelfCheck = has('no-self-check');
  const tracksUnmoved = kinds.some((kind) =>
    flatten(kind.movements).some((movement) => 'unmoved' in movement && movement.unmoved === true),
  );
  const readsPins = noSelfCheck && regular && explosion === undefined && royalsAreSimple(ruleset);
  const drops = [0, 1].flatMap((color) => kinds.map((kind) => dropSquares(kind.movements, geometry, color)));
  return {
    ruleset,
    ...geometry,
    size,
    words: Math.max(2, Math.ceil(size / 32)),
    roles,
    letters: kinds.map((kind) => kind.letter),
    lettersOfCodes,
    charactersOfCodes: Uint8Array.from(lettersOfCodes, (letter) => letter.charCodeAt(0)),
    codes,
    isRoyal: perCode((role) => kinds[role]?.royal === true),
    isPawn,
    pawnCodes: bitsOfCodes(isPawn, 0),
    pawnCodesHigh: bitsOfCodes(isPawn, 32),
    program,
    programAt,
    attacks,
    promotes,
    promotesTo: roles.map((role) => {
      const effect = promotions.find((promotion) => promotion.role === role);
      return Uint8Array.from(effect?.to.map(roleIndex) ?? []);
    }),
    promotesOnlyToCaptured: promotions.some((promotion) => promotion.onlyCaptured === true),
    promotions,
    ...enPassantTables(ruleset, geometry),
    castles: castleWays(ruleset, roleIndex, geometry),
    drops,
    hasDrops: drops.some((squares) => squares !== null),
    blast: explosion === undefined ? null : blastSquares(geometry),
    blastSpares: perCode((role) => explosion?.spares.includes(roles[role]!) ?? false),
    keepsPockets: ruleset.effects.some((effect) => effect.kind === 'pocket'),
    countsChecks: ruleset.effects.find((effect) => effect.kind === 'count-checks')?.upTo ?? 0,
    noSelfCheck,
    noCheck: has('no-check'),
    mustCapture: has('must-capture'),
    tracksUnmoved,
    readsPins,
    overlaps: hasOverlaps(program, programAt, codes * size),
    // Bitboards store one way from a square to the royal piece, a line or a leap; the move program covers both.
    bitboards:
      options.bits === false || (noSelfCheck && leapsOntoLines)
        ? null
        : bitboardTables({ geometry, codes, program, programAt, attacks, promotes }),
    playsPlainly: !ruleset.effects.some(({ kind }) => kind !== 'promote') && !tracksUnmoved && royalsAreSimple(ruleset),
    hasEarlyEnd: ruleset.endings.some(
      ({ kind }) => kind === 'extinction' || kind === 'reach' || kind === 'first-promotion' || kind === 'checks-given',
    ),
    endingFlags: endingFlagsOf(ruleset),
    kinds: kindsOf(ruleset),
    startCounts: startCounts(ruleset, roles),
    maxMoves: moveBound(program, programAt, size, codes, promotions, drops.length),
    keys,
    pieceKeys: keys.piece,
  };
}

/** True if royal pieces arrive on a square by plain moves only; otherwise pins do not decide what is legal. */
function royalsAreSimple({ pieces, effects }: Ruleset): boolean {
  const isRoyal = (role: string): boolean => pieces[role]?.royal === true;
  return (
    !effects.some((effect) => effect.kind === 'promote' && [effect.role, ...effect.to].some(isRoyal)) &&
    Object.values(pieces).every(
      (kind) =>
        kind.royal !== true ||
        flatten(kind.movements).every(
          ({ kind: how }) => how !== 'double-step' && how !== 'en-passant' && how !== 'drop',
        ),
    )
  );
}

/** Packs one flag per piece code into 32 bits, starting at code `first`. */
function bitsOfCodes(flags: Uint8Array, first: number): number {
  let bits = 0;
  for (let code = first; code < Math.min(first + 32, flags.length); code++) bits |= flags[code]! << code;
  return bits;
}

type Board = { readonly files: number; readonly ranks: number };

/** Converts ranks counted from the mover's own edge to rank indices. */
const ranksFor = (ranks: readonly number[], color: number, geometry: Board): readonly number[] =>
  ranks.map((rank) => (color === BLACK ? geometry.ranks - rank : rank - 1));

function promotionZones(
  promotions: readonly Extract<Effect, { kind: 'promote' }>[],
  roles: readonly string[],
  geometry: Board,
  codes: number,
): Uint8Array {
  const size = geometry.files * geometry.ranks;
  const zones = new Uint8Array(codes * size);
  for (const promotion of promotions) {
    for (const color of [0, 1]) {
      const code = pieceCode(roles.indexOf(promotion.role), color);
      const mark = (ranks: readonly number[], value: number): void => {
        for (const rank of ranksFor(ranks, color, geometry)) {
          zones.fill(value, code * size + rank * geometry.files, code * size + (rank + 1) * geometry.files);
        }
      };
      mark(promotion.optionalOn ?? [], 2);
      mark(promotion.on, 1);
    }
  }
  return zones;
}

function enPassantTables(ruleset: Ruleset, geometry: Board): Pick<Tables, 'passedBy' | 'enPassantCapturers'> {
  const size = geometry.files * geometry.ranks;
  const passedBy = new Int16Array(2 * size).fill(-1);
  const capturers: number[][] = Array.from({ length: 2 * size }, () => []);
  Object.values(ruleset.pieces).forEach((kind, role) => {
    for (const movement of flatten(kind.movements)) {
      for (const color of [0, 1]) {
        for (let from = 0; from < size; from++) {
          if (movement.kind === 'double-step') {
            if (!mayBegin(geometry, movement, color, from)) continue;
            for (const step of movement.along) {
              const [passed, to] = ray(geometry, from, facing(step, color), 2);
              if (passed !== undefined && to !== undefined) passedBy[color * size + passed] = to;
            }
          } else if (movement.kind === 'en-passant') {
            for (const step of movement.to) {
              const [passed] = ray(geometry, from, facing(step, color), 1);
              if (passed !== undefined) capturers[color * size + passed]!.push(pieceCode(role, color), from);
            }
          }
        }
      }
    }
  });
  return { passedBy, enPassantCapturers: capturers.map((pairs) => Uint16Array.from(pairs)) };
}

function castleWays(
  ruleset: Ruleset,
  roleIndex: (role: string) => number,
  geometry: Board,
): readonly (CastleWay | null)[] {
  const ways: (CastleWay | null)[] = [null, null, null, null];
  for (const [role, kind] of Object.entries(ruleset.pieces)) {
    for (const movement of flatten(kind.movements)) {
      if (movement.kind !== 'castle') continue;
      for (const color of [0, 1]) {
        const rank = color === BLACK ? geometry.ranks - 1 : 0;
        const onRank = (file: string): number => squareIndex(geometry, `${file}${rank + 1}`);
        for (const side of movement.sides) {
          ways[color * 2 + sideIndex(side)] = {
            role: roleIndex(role),
            partner: roleIndex(movement.partner),
            rank,
            to: onRank(side.to),
            partnerTo: onRank(side.partnerTo),
          };
        }
      }
    }
  }
  return ways;
}

const sideIndex = (side: CastleSide): number => (side.side === 'king' ? 0 : 1);

function dropSquares(movements: readonly Movement[], geometry: Board, color: number): Uint8Array | null {
  const drop = flatten(movements).find((movement) => movement.kind === 'drop');
  if (drop === undefined) return null;
  const squares = new Uint8Array(geometry.files * geometry.ranks).fill(drop.ranks === undefined ? 1 : 0);
  for (const rank of ranksFor(drop.ranks ?? [], color, geometry)) {
    squares.fill(1, rank * geometry.files, (rank + 1) * geometry.files);
  }
  return squares;
}

function blastSquares(geometry: Board): readonly Uint8Array[] {
  const around = [-1, 0, 1]
    .flatMap((file) => [-1, 0, 1].map((rank) => [file, rank] as const))
    .filter(([f, r]) => f !== 0 || r !== 0);
  return Array.from({ length: geometry.files * geometry.ranks }, (_, square) =>
    Uint8Array.from(around.flatMap((step) => ray(geometry, square, step, 1))),
  );
}

/** Counts each piece code in the start position. Zero for Chess960, where no rule needs the counts. */
function startCounts(ruleset: Ruleset, roles: readonly string[]): Uint8Array {
  const counts = new Uint8Array(2 + 2 * roles.length);
  if (typeof ruleset.start !== 'string') return counts;
  const placement = ruleset.start.split(' ')[0]!.split('[')[0]!;
  Object.values(ruleset.pieces).forEach((kind, role) => {
    for (const letter of placement) {
      if (letter === kind.letter.toUpperCase()) counts[pieceCode(role, 0)]!++;
      else if (letter === kind.letter) counts[pieceCode(role, 1)]!++;
    }
  });
  return counts;
}

function moveBound(
  program: Uint16Array,
  programAt: Int32Array,
  size: number,
  codes: number,
  promotions: readonly Extract<Effect, { kind: 'promote' }>[],
  dropKinds: number,
): number {
  let most = 0;
  for (let at = 2 * size; at < codes * size; at++) {
    let targets = 0;
    for (let i = programAt[at]!; program[i] !== END; i += 2 + program[i + 1]!) targets += program[i + 1]!;
    most = Math.max(most, targets);
  }
  const choices = 1 + Math.max(0, ...promotions.map((promotion) => promotion.to.length));
  return size * most * choices + dropKinds * size + 4;
}
