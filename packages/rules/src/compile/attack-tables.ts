import type { Geometry } from '../geometry.js';
import type { Movement, Ruleset, Step } from '../ruleset.js';
import { pieceCode, UNLIMITED } from './codes.js';
import { facing, flatten, mayBegin, pathsFrom, ray } from './move-program.js';
import type { AttackTables } from './tables.js';

/**
 * Builds the attack tables. `regular`: checks and pins follow from the lines alone. `leapsOntoLines`: some leap ends on
 * a square that a line of the ruleset also reaches.
 */
export function attackTables(
  ruleset: Ruleset,
  geometry: Geometry,
): AttackTables & { readonly regular: boolean; readonly leapsOntoLines: boolean } {
  const size = geometry.files * geometry.ranks;
  const kinds = Object.values(ruleset.pieces);
  const codes = 2 + 2 * kinds.length;
  const ways = kinds.flatMap((kind, role) =>
    flatten(kind.movements)
      .filter(attacks)
      .flatMap((movement) => [0, 1].map((color) => ({ code: pieceCode(role, color), color, movement }))),
  );
  const uniform = ways.filter(({ movement }) => isUniform(movement));
  const irregular = ways.filter(({ movement }) => !isUniform(movement));

  // Tables are indexed by the attacked square, so each step is reversed.
  const lines = new Map<string, Step>();
  for (const { color, movement } of uniform) {
    if (movement.kind === 'slide' && movement.upTo !== 1)
      for (const step of movement.along) addStep(lines, back(step, color));
  }
  const lineKeys = [...lines.keys()];
  const reach = new Uint8Array(2 * lineKeys.length * codes);
  const leapHits = new Map<string, { step: Step; codes: Set<number> }>();
  for (const { code, color, movement } of uniform) {
    const range = movement.kind === 'slide' ? (movement.upTo ?? UNLIMITED) : 1;
    for (const step of stepsOf(movement)) {
      const walk = back(step, color);
      const line = lineKeys.indexOf(keyOf(walk));
      if (line >= 0) {
        const at = (color * lineKeys.length + line) * codes + code;
        reach[at] = Math.max(reach[at]!, range);
      } else {
        const hit = leapHits.get(keyOf(walk)) ?? { step: walk, codes: new Set<number>() };
        hit.codes.add(code);
        leapHits.set(keyOf(walk), hit);
      }
    }
  }

  const lineSquares: number[] = [];
  const lineAt = new Int32Array(size);
  const lineOf = new Uint16Array(size * size);
  let linesCross = false;
  for (let square = 0; square < size; square++) {
    lineAt[square] = lineSquares.length;
    lineKeys.forEach((key, line) => {
      const squares = ray(geometry, square, lines.get(key)!);
      lineSquares.push(squares.length, ...squares);
      squares.forEach((other, i) => {
        if (lineOf[square * size + other] !== 0) linesCross = true;
        lineOf[square * size + other] = ((line + 1) << 8) | (i + 1);
      });
    });
  }

  const groups = groupLeaps([...leapHits.values()]);
  const leaps = new Uint8Array(2 * groups.length * codes);
  const leapOrigins: number[] = [];
  const leapAt = new Int32Array(size);
  groups.forEach((group, g) => {
    for (const code of group.codes) leaps[((code & 1) * groups.length + g) * codes + code] = 1;
  });
  for (let square = 0; square < size; square++) {
    leapAt[square] = leapOrigins.length;
    for (const group of groups) {
      const squares = group.steps.flatMap((step) => ray(geometry, square, step, 1));
      leapOrigins.push(squares.length, ...squares);
    }
  }

  const { irregularAttacks, irregularAt } = irregularWays(geometry, irregular);
  const ontoLines = [...leapHits.values()].flatMap(({ step, codes: hitters }) =>
    [...lines.values()].flatMap((line, i) => (isMultiple(step, line) ? [{ line: i, hitters }] : [])),
  );
  // Such a piece attacks a square both along a line and by a leap, and would count as two checkers.
  const doubled = ontoLines.some(({ line, hitters }) =>
    [...hitters].some((code) => reach[((code & 1) * lineKeys.length + line) * codes + code]! > 1),
  );
  return {
    lines: lineKeys.length,
    lineSquares: Uint16Array.from(lineSquares),
    lineAt,
    reach,
    leapGroups: groups.length,
    leapOrigins: Uint16Array.from(leapOrigins),
    leapAt,
    leaps,
    irregularAttacks,
    irregularAt,
    lineOf,
    regular: irregular.length === 0 && !linesCross && !doubled,
    leapsOntoLines: ontoLines.length > 0,
  };
}

type Way = { readonly code: number; readonly color: number; readonly movement: Movement };

const attacks = (movement: Movement): boolean =>
  (movement.kind === 'slide' || movement.kind === 'leap' || movement.kind === 'table') &&
  (movement.onto === undefined || movement.onto === 'free' || movement.onto === 'enemy' || movement.onto === 'any');

/** True for a movement that works from every square and at any time in the game. */
const isUniform = (movement: Movement): boolean =>
  (movement.kind === 'slide' || movement.kind === 'leap') && movement.from === undefined && !movement.unmoved;

const stepsOf = (movement: Movement): readonly Step[] =>
  movement.kind === 'slide' ? movement.along : movement.kind === 'leap' ? movement.to : [];

function back(step: Step, color: number): Step {
  const [files, ranks] = facing(step, color);
  return [-files, -ranks];
}

const keyOf = (step: Step): string => `${step[0]},${step[1]}`;

const addStep = (steps: Map<string, Step>, step: Step): void => {
  steps.set(keyOf(step), step);
};

const isMultiple = (step: Step, line: Step): boolean =>
  step[0] * line[1] === step[1] * line[0] && step[0] * line[0] >= 0 && step[1] * line[1] >= 0;

/** Groups leaps made by the same pieces, so that one look-up covers the group. */
function groupLeaps(hits: readonly { readonly step: Step; readonly codes: Set<number> }[]) {
  const groups = new Map<string, { steps: Step[]; codes: readonly number[] }>();
  for (const hit of hits) {
    const codes = [...hit.codes].sort((a, b) => a - b);
    const group = groups.get(codes.join()) ?? { steps: [], codes };
    group.steps.push(hit.step);
    groups.set(codes.join(), group);
  }
  return [...groups.values()];
}

function irregularWays(
  geometry: Geometry,
  irregular: readonly Way[],
): { irregularAttacks: Uint16Array; irregularAt: Int32Array } {
  const size = geometry.files * geometry.ranks;
  if (irregular.length === 0) return { irregularAttacks: new Uint16Array(0), irregularAt: new Int32Array(0) };
  const entries: number[][] = Array.from({ length: size }, () => []);
  for (const { code, color, movement } of irregular) {
    if (movement.kind !== 'slide' && movement.kind !== 'leap' && movement.kind !== 'table') continue;
    for (let origin = 0; origin < size; origin++) {
      if (!mayBegin(geometry, movement, color, origin)) continue;
      for (const path of pathsFrom(geometry, movement, color, origin)) {
        path.forEach((target, i) => {
          entries[target]!.push(code, origin, movement.unmoved ? 1 : 0, i, ...path.slice(0, i));
        });
      }
    }
  }
  const irregularAt = new Int32Array(size);
  const program: number[] = [];
  entries.forEach((entry, square) => {
    irregularAt[square] = program.length;
    for (const number of entry) program.push(number);
    program.push(0);
  });
  return { irregularAttacks: Uint16Array.from(program), irregularAt };
}
