import { assertNever, type json } from '@chessmith/std';
import { BLACK } from '../compile/codes.js';
import { facing } from '../compile/move-program.js';
import { fileLetter, squareIndex } from '../geometry.js';
import type { Movement, Ruleset, SquareTable, Step } from '../ruleset.js';
import { flattenMovements, type PlacedMovement, stepsOf } from './placed-movement.js';
import { boardFacts, checkOnce, checkRanks, checkRole, type ReportProblem, sizeOf } from './report-problem.js';
import { validateEnPassant } from './validate-en-passant.js';

/** Movements per piece, with groups flattened. */
const MAX_FLAT_MOVEMENTS = 64;
/** Steps in all movements together, and distinct steps counting both colours. */
const MAX_ALL_STEPS = 400;
const MAX_DISTINCT_STEPS = 200;
/** Target squares in all tables together. */
const MAX_TABLE_TARGETS = 100_000;

/** Reports movements that leave the board, refer to missing pieces, or conflict with each other. */
export function validateMovements(ruleset: Ruleset, report: ReportProblem): void {
  const all = Object.entries(ruleset.pieces).flatMap(([role, kind]) => {
    const path = ['pieces', role, 'movements'];
    const flat = flattenMovements(role, kind.movements, path);
    if (flat.length > MAX_FLAT_MOVEMENTS)
      report(
        path,
        'ruleset/too-many-movements',
        `a piece may have at most ${MAX_FLAT_MOVEMENTS} movements, including those in groups.`,
        { limit: MAX_FLAT_MOVEMENTS },
      );
    if (flat.filter(({ movement }) => movement.kind === 'drop').length > 1)
      report(path, 'ruleset/duplicate', 'a piece has at most one drop; join their ranks.');
    return flat;
  });
  for (const placed of all) checkMovement(ruleset, placed, report);
  checkSteps(all, report);
  checkTableSizes(all, report);
  checkOneCastle(all, report);
  validateEnPassant(ruleset, all, report);
}

function checkMovement(ruleset: Ruleset, { role, movement, path }: PlacedMovement, report: ReportProblem): void {
  if ('from' in movement && movement.from !== undefined) checkRanks(ruleset, movement.from, [...path, 'from'], report);
  switch (movement.kind) {
    case 'slide':
    case 'double-step':
      checkOnBoard(ruleset, movement.along, [...path, 'along'], report);
      break;
    case 'leap':
    case 'en-passant':
      checkOnBoard(ruleset, movement.to, [...path, 'to'], report);
      break;
    case 'castle':
      checkCastle(ruleset, role, movement, path, report);
      break;
    case 'drop':
      checkRanks(ruleset, movement.ranks ?? [], [...path, 'ranks'], report);
      if (!ruleset.effects.some(({ kind }) => kind === 'pocket'))
        report(path, 'ruleset/contradiction', 'drops need a pocket; add the effect {"kind":"pocket"}.');
      break;
    case 'table':
      checkTable(ruleset, movement.white, movement.shape, [...path, 'white'], report);
      checkTable(ruleset, movement.black, movement.shape, [...path, 'black'], report);
      break;
    case 'group':
      break;
    default:
      assertNever(movement);
  }
}

function checkOnBoard(ruleset: Ruleset, steps: readonly Step[], path: json.JsonPath, report: ReportProblem): void {
  const { files, ranks } = ruleset.board;
  steps.forEach(([file, rank], i) => {
    if (Math.abs(file) >= files || Math.abs(rank) >= ranks)
      report(
        [...path, i],
        'ruleset/step-off-board',
        `this step is larger than the board of ${sizeOf(ruleset)}; use a shorter one.`,
        { step: [file, rank], ...boardFacts(ruleset) },
      );
  });
  checkOnce(
    steps.map((step) => step.join()),
    path,
    report,
  );
}

function checkCastle(
  ruleset: Ruleset,
  role: string,
  movement: Extract<Movement, { kind: 'castle' }>,
  path: json.JsonPath,
  report: ReportProblem,
): void {
  checkRole(ruleset, movement.partner, [...path, 'partner'], report);
  if (movement.partner === role)
    report(
      [...path, 'partner'],
      'ruleset/contradiction',
      'the partner must be another piece than the one that castles.',
    );
  if (ruleset.pieces[role]?.royal !== true)
    report(path, 'ruleset/contradiction', `only a royal piece can castle; add "royal": true to the ${role}.`, { role });
  checkOnce(
    movement.sides.map(({ side }) => side),
    [...path, 'sides'],
    report,
  );
  const last = fileLetter(ruleset.board.files - 1);
  movement.sides.forEach((side, i) => {
    for (const field of ['to', 'partnerTo'] as const) {
      if (squareIndex(ruleset.board, `${side[field]}1`) < 0)
        report(
          [...path, 'sides', i, field],
          'ruleset/no-such-file',
          `no such file; the board has files a to ${last}.`,
          { file: side[field], last },
        );
    }
    if (side.to === side.partnerTo)
      report(
        [...path, 'sides', i, 'partnerTo'],
        'ruleset/contradiction',
        'both pieces would end on the same square; choose another file.',
      );
  });
}

function checkTable(
  ruleset: Ruleset,
  table: SquareTable,
  shape: 'rays' | 'leaps',
  path: json.JsonPath,
  report: ReportProblem,
): void {
  const isMissing = (square: string): boolean => squareIndex(ruleset.board, square) < 0;
  for (const [from, paths] of Object.entries(table)) {
    const at = [...path, from];
    const missing = [from, ...paths.flat()].find(isMissing);
    if (missing !== undefined)
      report(at, 'ruleset/no-such-square', `"${missing}" is not on a board of ${sizeOf(ruleset)}.`, {
        square: missing,
        ...boardFacts(ruleset),
      });
    else if (paths.some((squares) => squares.includes(from)))
      report(at, 'ruleset/duplicate', `a piece on ${from} cannot go to ${from}; remove this target.`, { square: from });
    for (const squares of shape === 'leaps' ? [paths.flat()] : paths) checkOnce(squares, at, report);
  }
}

function checkSteps(all: readonly PlacedMovement[], report: ReportProblem): void {
  const steps = all.flatMap(({ movement }) => stepsOf(movement));
  const distinct = new Set(steps.flatMap((step) => [step.join(), facing(step, BLACK).join()]));
  if (steps.length > MAX_ALL_STEPS || distinct.size > MAX_DISTINCT_STEPS)
    report(
      ['pieces'],
      'ruleset/too-many-steps',
      `all movements together may have at most ${MAX_ALL_STEPS} steps, and at most ${MAX_DISTINCT_STEPS} distinct ones counting both colours.`,
      { limit: MAX_ALL_STEPS, distinctLimit: MAX_DISTINCT_STEPS },
    );
}

function checkTableSizes(all: readonly PlacedMovement[], report: ReportProblem): void {
  let targets = 0;
  for (const { movement } of all) {
    if (movement.kind === 'table')
      for (const table of [movement.white, movement.black])
        for (const paths of Object.values(table)) targets += paths.flat().length;
  }
  if (targets > MAX_TABLE_TARGETS)
    report(
      ['pieces'],
      'ruleset/too-many-targets',
      `all tables together may have at most ${MAX_TABLE_TARGETS} targets.`,
      { limit: MAX_TABLE_TARGETS },
    );
}

/** Each side has two castling rights, so only one kind of piece can castle. */
function checkOneCastle(all: readonly PlacedMovement[], report: ReportProblem): void {
  for (const { path } of all.filter(({ movement }) => movement.kind === 'castle').slice(1))
    report(path, 'ruleset/duplicate', 'castling is defined twice; put all sides into one movement.');
}
