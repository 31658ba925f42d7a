import { type Ending, pathsOf, squareIndex, type Tables } from '@chessmith/rules';
import { type PieceValues, pieceValues } from './piece-values.js';

/** Everything the evaluation looks up, computed once for a ruleset. Tables of two phases: opening, then endgame. */
export type EvaluationTables = {
  /** Centipawns at 2 * (code * size + square) and one further: material, place and goal of a piece. */
  readonly pieces: Int32Array;
  /** What capturing a piece is worth, by code; royal pieces are worth more than all others. */
  readonly worth: Int32Array;
  /** Value of one more piece in a pocket, by role. */
  readonly pocket: Int32Array;
  /** How much a piece counts towards the opening, by code, and the sum at the start. */
  readonly phase: Int32Array;
  readonly fullPhase: number;
  /** Centipawns at 2 * (code * 64 + attacked squares) and one further. */
  readonly mobility: Int32Array;
  /** Weight of an attack on the squares around a royal piece, by code. */
  readonly attack: Int32Array;
  /** Squares around a royal piece at 2 * (colour * size + square): low half, high half. */
  readonly zone: Int32Array;
  /** 1 for pieces that have to cross the board to promote, by code. */
  readonly runner: Uint8Array;
  /** Bonus of a runner that no enemy runner can stop, at 2 * (colour * ranks + rank) and one further. */
  readonly passed: Int32Array;
  /** 1 for pieces that reach only half of the squares, of which a pair is stronger, by code. */
  readonly pairs: Uint8Array;
  /** Value of the checks that a side has given. */
  readonly checks: Int32Array;
  /** Number of steps between squares, at a * size + b. */
  readonly distance: Uint8Array;
  /** Distance of a square from the middle of the board. */
  readonly edge: Int32Array;
  /** False where a side wants to lose its pieces. */
  readonly keepsPieces: boolean;
};

const MAX_ATTACKED = 64;

export function evaluationTables(tables: Tables): EvaluationTables {
  const { codes, size, ranks, roles, isRoyal, isPawn } = tables;
  const values = pieceValues(tables);
  const sign = losesToWin(tables) ? -1 : 1;
  const perCode = (number: (role: number, code: number) => number): Int32Array =>
    Int32Array.from({ length: codes }, (_, code) => (code < 2 ? 0 : Math.round(number((code >> 1) - 1, code))));
  const phase = perCode((role, code) => (isRoyal[code] || isPawn[code] ? 0 : values.values[role]!));
  return {
    pieces: pieceTable(tables, values, sign),
    worth: perCode((role, code) => (isRoyal[code] ? 10_000 : values.values[role]!)),
    pocket: Int32Array.from(roles, (_, role) => Math.round(values.values[role]! * 1.05)),
    phase,
    fullPhase: fullPhase(tables, phase),
    mobility: mobilityBonus(tables, values, sign),
    attack: perCode((role, code) => (isRoyal[code] ? 0 : Math.min(9, 1 + values.values[role]! / 130))),
    zone: royalZones(tables),
    runner: Uint8Array.from(perCode((role, code) => (isPawn[code] && values.promotionGain[role]! > 0 ? 1 : 0))),
    passed: passedBonus(ranks),
    pairs: Uint8Array.from(perCode((_, code) => (isRoyal[code] || isPawn[code] || !isBound(tables, code) ? 0 : 1))),
    checks: checkValues(tables),
    distance: distances(tables),
    edge: Int32Array.from({ length: size }, (_, square) => edgeOf(tables, square)),
    keepsPieces: sign > 0,
  };
}

/** Whether a side without pieces wins, as in antichess. */
export const losesToWin = ({ ruleset }: Tables): boolean =>
  ruleset.endings.some((ending) => ending.kind === 'extinction' && ending.of === 'all' && ending.result === 'win');

/** Whether the game is won by reaching squares only, so that pieces matter less than steps. */
const isRace = ({ ruleset: { endings } }: Tables): boolean =>
  endings.some(({ kind }) => kind === 'reach') &&
  !endings.some(({ kind }) => kind === 'checkmate' || kind === 'extinction');

function pieceTable(tables: Tables, values: PieceValues, sign: number): Int32Array {
  const { codes, size, files, ranks, isRoyal, isPawn, ruleset } = tables;
  const race = isRace(tables);
  const pieces = new Int32Array(2 * codes * size);
  const goals = ruleset.endings.filter((ending) => ending.kind === 'reach');
  const safety = tables.endingFlags.checkmate || ruleset.endings.some((ending) => isRoyalLoss(ending));
  for (let code = 2; code < codes; code++) {
    const role = (code >> 1) - 1;
    const goal = goals.filter((ending) => ending.role === tables.roles[role]);
    const steps = goal.map((ending) => stepsTo(tables, code, ending));
    const mean = values.meanMobility[role]!;
    for (let square = 0; square < size; square++) {
      const rank = Math.floor(square / files);
      const advance = ((code & 1) === 0 ? rank : ranks - 1 - rank) / (ranks - 1);
      const activity = (values.mobility[code * size + square]! - mean) * (10 / Math.sqrt(Math.max(1, mean / 5)));
      const centre = 1 - edgeOf(tables, square) / Math.max(1, files + ranks - 4);
      let opening = 0;
      let endgame = 0;
      if (isRoyal[code]) {
        if (safety) {
          opening =
            -60 * advance * Math.min(1, 3 * advance) - 30 * (1 - sidewards(tables, square)) - (advance > 0 ? 15 : 0);
        }
        endgame = 50 * centre;
      } else if (isPawn[code]) {
        const value = values.values[role]!;
        const crossing = values.promotionGain[role]! * advance ** 4 * 0.12;
        opening = value * 0.85 + crossing * 0.5 + 12 * centre * (advance > 0.2 ? 1.5 : 0.3) + 8 * advance;
        endgame = value * 1.1 + crossing + 25 * advance;
      } else {
        const value = values.values[role]! * (race ? 0.6 : 1);
        // Pieces are brought into play one after the other, the weaker ones first.
        const undeveloped = advance === 0 && mean < 7 ? 12 : 0;
        opening = value + activity + 6 * centre - undeveloped;
        endgame = value * 1.03 + activity * 0.8 + 4 * centre;
      }
      for (const from of steps) {
        const near = race ? 90 * Math.max(0, 8 - from[square]!) : 240 / (1 + from[square]! ** 2);
        opening += near * (race ? 1 : 0.7);
        endgame += near;
      }
      pieces[2 * (code * size + square)] = Math.round(sign * opening);
      pieces[2 * (code * size + square) + 1] = Math.round(sign * endgame);
    }
  }
  return pieces;
}

const isRoyalLoss = (ending: Ending): boolean =>
  ending.kind === 'extinction' && ending.of === 'royal' && ending.result === 'loss';

/** How far a square lies from the middle files: 0 in the middle, 1 near the side, a little less in the corner. */
function sidewards({ files }: Tables, square: number): number {
  const file = square % files;
  const toSide = Math.min(file, files - 1 - file);
  return toSide === 0 ? 0.85 : 1 - (toSide - 1) / Math.max(1, files / 2 - 1);
}

/** The number of moves from each square to the goal of this ending on an empty board; 99 where there is no way. */
function stepsTo(tables: Tables, code: number, ending: Extract<Ending, { kind: 'reach' }>): readonly number[] {
  const steps = new Array<number>(tables.size).fill(99);
  for (const name of ending.squares) steps[squareIndex(tables, name)] = 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (let square = 0; square < tables.size; square++) {
      for (const { onto, squares } of pathsOf(tables, code, square)) {
        if (onto === 'enemy') continue;
        for (const to of squares) {
          if (steps[to]! + 1 >= steps[square]!) continue;
          steps[square] = steps[to]! + 1;
          changed = true;
        }
      }
    }
  }
  return steps;
}

function fullPhase({ startCounts, codes }: Tables, phase: Int32Array): number {
  let sum = 0;
  for (let code = 2; code < codes; code++) sum += startCounts[code]! * phase[code]!;
  // Numbered starts have no counts; two armies of standard chess weigh about this much.
  return sum > 0 ? sum : 6000;
}

function mobilityBonus({ codes, isRoyal, isPawn }: Tables, values: PieceValues, sign: number): Int32Array {
  const bonus = new Int32Array(2 * codes * MAX_ATTACKED);
  for (let code = 2; code < codes; code++) {
    if (isRoyal[code] || isPawn[code]) continue;
    const role = (code >> 1) - 1;
    const step = Math.max(1.2, Math.min(5, 1500 / Math.max(1, values.values[role]!)));
    for (let count = 0; count < MAX_ATTACKED; count++) {
      const more = step * (count - 0.8 * values.meanMobility[role]!);
      bonus[2 * (code * MAX_ATTACKED + count)] = Math.round(Math.max(0, sign) * more);
      bonus[2 * (code * MAX_ATTACKED + count) + 1] = Math.round(Math.max(0, sign) * more);
    }
  }
  return bonus;
}

/** The squares around a royal piece and those in front of them, as bits; only for boards of up to 64 squares. */
function royalZones({ size, files, ranks, bitboards }: Tables): Int32Array {
  const zones = new Int32Array(4 * size);
  if (bitboards === null) return zones;
  for (let color = 0; color < 2; color++) {
    for (let square = 0; square < size; square++) {
      for (let other = 0; other < size; other++) {
        const across = Math.abs((other % files) - (square % files));
        const ahead = (Math.floor(other / files) - Math.floor(square / files)) * (color === 0 ? 1 : -1);
        if (across <= 1 && ahead >= -1 && ahead <= Math.min(2, ranks - 1)) {
          zones[2 * (color * size + square) + (other >> 5)]! |= 1 << other;
        }
      }
    }
  }
  return zones;
}

function passedBonus(ranks: number): Int32Array {
  const bonus = new Int32Array(4 * ranks);
  for (let rank = 0; rank < ranks; rank++) {
    for (let color = 0; color < 2; color++) {
      const advance = (color === 0 ? rank : ranks - 1 - rank) / (ranks - 1);
      bonus[2 * (color * ranks + rank)] = Math.round(5 + 60 * advance ** 3);
      bonus[2 * (color * ranks + rank) + 1] = Math.round(12 + 150 * advance ** 3);
    }
  }
  return bonus;
}

/** Whether a piece can visit at most half of the board from its square, as a bishop. */
function isBound(tables: Tables, code: number): boolean {
  const seen = new Set([0]);
  for (const square of seen) {
    for (const { squares } of pathsOf(tables, code, square)) for (const to of squares) seen.add(to);
  }
  return seen.size > 1 && seen.size <= Math.ceil(tables.size / 2);
}

/** With each check the win comes nearer, the last ones more than the first. */
function checkValues({ ruleset }: Tables): Int32Array {
  const goal = ruleset.endings.find((ending) => ending.kind === 'checks-given')?.count ?? 0;
  return Int32Array.from({ length: 17 }, (_, given) =>
    goal === 0 ? 0 : Math.round(600 * (Math.min(given, goal) / goal) ** 2),
  );
}

function distances({ size, files }: Tables): Uint8Array {
  const distance = new Uint8Array(size * size);
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) {
      distance[a * size + b] = Math.max(
        Math.abs((a % files) - (b % files)),
        Math.abs(Math.floor(a / files) - Math.floor(b / files)),
      );
    }
  }
  return distance;
}

/** Files and ranks between a square and the middle of the board. */
function edgeOf({ files, ranks }: Tables, square: number): number {
  const file = Math.abs((square % files) - (files - 1) / 2);
  const rank = Math.abs(Math.floor(square / files) - (ranks - 1) / 2);
  return Math.floor(file) + Math.floor(rank);
}
