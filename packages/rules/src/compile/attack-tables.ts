import type { Geometry } from '../geometry.js';
import type { Movement, Ruleset, Step } from '../ruleset.js';
import { pieceCode, UNLIMITED } from './codes.js';
import { facing, flatten, mayBegin, pathsFrom, ray } from './move-program.js';
import type { AttackTables } from './tables.js';

/** The attack tables, whether checks and pins can be read off the lines alone, and whether some leap ends on a line. */
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
  const even = ways.filter(({ movement }) => isEven(movement));
  const odd = ways.filter(({ movement }) => !isEven(movement));

  // Lines and leaps are seen from the attacked square, so steps are walked backwards.
  const lines = new Map<string, Step>();
  for (const { color, movement } of even) {
    if (movement.kind === 'slide' && movement.upTo !== 1)
      for (const step of movement.along) addStep(lines, back(step, color));
  }
  const lineKeys = [...lines.keys()];
  const reach = new Uint8Array(2 * lineKeys.length * codes);
  const leapHits = new Map<string, { step: Step; codes: Set<number> }>();
  for (const { code, color, movement } of even) {
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

  const lineTape: number[] = [];
  const lineAt = new Int32Array(size);
  const lineOf = new Uint16Array(size * size);
  let linesCross = false;
  for (let square = 0; square < size; square++) {
    lineAt[square] = lineTape.length;
    lineKeys.forEach((key, line) => {
      const squares = ray(geometry, square, lines.get(key)!);
      lineTape.push(squares.length, ...squares);
      squares.forEach((other, i) => {
        if (lineOf[square * size + other] !== 0) linesCross = true;
        lineOf[square * size + other] = ((line + 1) << 8) | (i + 1);
      });
    });
  }

  const groups = groupLeaps([...leapHits.values()]);
  const leaps = new Uint8Array(2 * groups.length * codes);
  const leapTape: number[] = [];
  const leapAt = new Int32Array(size);
  groups.forEach((group, g) => {
    for (const code of group.codes) leaps[((code & 1) * groups.length + g) * codes + code] = 1;
  });
  for (let square = 0; square < size; square++) {
    leapAt[square] = leapTape.length;
    for (const group of groups) {
      const squares = group.steps.flatMap((step) => ray(geometry, square, step, 1));
      leapTape.push(squares.length, ...squares);
    }
  }

  const { oddTape, oddAt } = oddWays(geometry, odd);
  const ontoLines = [...leapHits.values()].flatMap(({ step, codes: hitters }) =>
    [...lines.values()].flatMap((line, i) => (isMultiple(step, line) ? [{ line: i, hitters }] : [])),
  );
  // A piece that attacks a square both along a line and by a leap would be counted as two checkers.
  const doubled = ontoLines.some(({ line, hitters }) =>
    [...hitters].some((code) => reach[((code & 1) * lineKeys.length + line) * codes + code]! > 1),
  );
  return {
    lines: lineKeys.length,
    lineTape: Uint16Array.from(lineTape),
    lineAt,
    reach,
    leapGroups: groups.length,
    leapTape: Uint16Array.from(leapTape),
    leapAt,
    leaps,
    oddTape,
    oddAt,
    lineOf,
    regular: odd.length === 0 && !linesCross && !doubled,
    leapsOntoLines: ontoLines.length > 0,
  };
}

type Way = { readonly code: number; readonly color: number; readonly movement: Movement };

const attacks = (movement: Movement): boolean =>
  (movement.kind === 'slide' || movement.kind === 'leap' || movement.kind === 'table') &&
  (movement.onto === undefined || movement.onto === 'free' || movement.onto === 'enemy' || movement.onto === 'any');

/** The same from every square and at every time. */
const isEven = (movement: Movement): boolean =>
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

/** Leaps that the same pieces make are asked about together. */
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

function oddWays(geometry: Geometry, odd: readonly Way[]): { oddTape: Uint16Array; oddAt: Int32Array } {
  const size = geometry.files * geometry.ranks;
  if (odd.length === 0) return { oddTape: new Uint16Array(0), oddAt: new Int32Array(0) };
  const entries: number[][] = Array.from({ length: size }, () => []);
  for (const { code, color, movement } of odd) {
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
  const oddAt = new Int32Array(size);
  const tape: number[] = [];
  entries.forEach((entry, square) => {
    oddAt[square] = tape.length;
    for (const number of entry) tape.push(number);
    tape.push(0);
  });
  return { oddTape: Uint16Array.from(tape), oddAt };
}
