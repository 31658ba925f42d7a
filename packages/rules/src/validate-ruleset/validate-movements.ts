import { assertNever, type json } from '@chessmith/std';
import { BLACK } from '../compile/codes.js';
import { facing } from '../compile/move-program.js';
import { fileLetter, squareIndex } from '../geometry.js';
import type { Movement, Ruleset, SquareTable, Step } from '../ruleset.js';
import { checkOnce, checkRanks, checkRole, type Find, sizeOf } from './finding.js';
import { openGroups, type Placed, stepsOf } from './placed-movement.js';
import { validateEnPassant } from './validate-en-passant.js';

/** Movements of one piece, groups opened. */
const MAX_OPEN_MOVEMENTS = 64;
/** Steps of all movements together, and different ones among them, seen from both sides. */
const MAX_ALL_STEPS = 400;
const MAX_DISTINCT_STEPS = 200;
/** Squares named as targets in all tables together. */
const MAX_TABLE_TARGETS = 100_000;

/** Notes movements that lead off the board, name what is not there, or could be mistaken for each other. */
export function validateMovements(ruleset: Ruleset, find: Find): void {
  const all = Object.entries(ruleset.pieces).flatMap(([role, kind]) => {
    const path = ['pieces', role, 'movements'];
    const open = openGroups(role, kind.movements, path);
    if (open.length > MAX_OPEN_MOVEMENTS)
      find(
        path,
        'ruleset/too-many-movements',
        `a piece may have ${MAX_OPEN_MOVEMENTS} movements, those in groups counted.`,
      );
    if (open.filter(({ movement }) => movement.kind === 'drop').length > 1)
      find(path, 'ruleset/duplicate', 'a piece has one drop at most; join their ranks.');
    return open;
  });
  for (const placed of all) checkMovement(ruleset, placed, find);
  checkSteps(all, find);
  checkTableSizes(all, find);
  checkOneCastle(all, find);
  validateEnPassant(ruleset, all, find);
}

function checkMovement(ruleset: Ruleset, { role, movement, path }: Placed, find: Find): void {
  if ('from' in movement && movement.from !== undefined) checkRanks(ruleset, movement.from, [...path, 'from'], find);
  switch (movement.kind) {
    case 'slide':
    case 'double-step':
      checkOnBoard(ruleset, movement.along, [...path, 'along'], find);
      break;
    case 'leap':
    case 'en-passant':
      checkOnBoard(ruleset, movement.to, [...path, 'to'], find);
      break;
    case 'castle':
      checkCastle(ruleset, role, movement, path, find);
      break;
    case 'drop':
      checkRanks(ruleset, movement.ranks ?? [], [...path, 'ranks'], find);
      if (!ruleset.effects.some(({ kind }) => kind === 'pocket'))
        find(path, 'ruleset/contradiction', 'nothing ever comes into a pocket; add the effect {"kind":"pocket"}.');
      break;
    case 'table':
      checkTable(ruleset, movement.white, movement.shape, [...path, 'white'], find);
      checkTable(ruleset, movement.black, movement.shape, [...path, 'black'], find);
      break;
    case 'group':
      break;
    default:
      assertNever(movement);
  }
}

function checkOnBoard(ruleset: Ruleset, steps: readonly Step[], path: json.JsonPath, find: Find): void {
  const { files, ranks } = ruleset.board;
  steps.forEach(([file, rank], i) => {
    if (Math.abs(file) >= files || Math.abs(rank) >= ranks)
      find([...path, i], 'ruleset/step-off-board', `no square of ${sizeOf(ruleset)} is so far from another.`);
  });
  checkOnce(
    steps.map((step) => step.join()),
    path,
    find,
  );
}

function checkCastle(
  ruleset: Ruleset,
  role: string,
  movement: Extract<Movement, { kind: 'castle' }>,
  path: json.JsonPath,
  find: Find,
): void {
  checkRole(ruleset, movement.partner, [...path, 'partner'], find);
  if (movement.partner === role)
    find([...path, 'partner'], 'ruleset/contradiction', 'a piece castles with a partner of another role.');
  if (ruleset.pieces[role]?.royal !== true)
    find(path, 'ruleset/contradiction', `only a royal piece castles; add "royal": true to the ${role}.`);
  checkOnce(
    movement.sides.map(({ side }) => side),
    [...path, 'sides'],
    find,
  );
  movement.sides.forEach((side, i) => {
    for (const field of ['to', 'partnerTo'] as const) {
      if (squareIndex(ruleset.board, `${side[field]}1`) < 0)
        find(
          [...path, 'sides', i, field],
          'ruleset/no-such-file',
          `the files are a to ${fileLetter(ruleset.board.files - 1)}.`,
        );
    }
    if (side.to === side.partnerTo)
      find([...path, 'sides', i, 'partnerTo'], 'ruleset/contradiction', 'the two pieces cannot end on one square.');
  });
}

function checkTable(
  ruleset: Ruleset,
  table: SquareTable,
  shape: 'rays' | 'leaps',
  path: json.JsonPath,
  find: Find,
): void {
  const isMissing = (square: string): boolean => squareIndex(ruleset.board, square) < 0;
  for (const [from, paths] of Object.entries(table)) {
    const at = [...path, from];
    const missing = [from, ...paths.flat()].find(isMissing);
    if (missing !== undefined)
      find(at, 'ruleset/no-such-square', `"${missing}" is not on a board of ${sizeOf(ruleset)}.`);
    else if (paths.some((squares) => squares.includes(from)))
      find(at, 'ruleset/duplicate', `a piece on ${from} cannot go to ${from}.`);
    for (const squares of shape === 'leaps' ? [paths.flat()] : paths) checkOnce(squares, at, find);
  }
}

function checkSteps(all: readonly Placed[], find: Find): void {
  const steps = all.flatMap(({ movement }) => stepsOf(movement));
  const distinct = new Set(steps.flatMap((step) => [step.join(), facing(step, BLACK).join()]));
  if (steps.length > MAX_ALL_STEPS || distinct.size > MAX_DISTINCT_STEPS)
    find(
      ['pieces'],
      'ruleset/too-many-steps',
      `all movements together may have ${MAX_ALL_STEPS} steps, ${MAX_DISTINCT_STEPS} different ones as both sides see them.`,
    );
}

function checkTableSizes(all: readonly Placed[], find: Find): void {
  let targets = 0;
  for (const { movement } of all) {
    if (movement.kind === 'table')
      for (const table of [movement.white, movement.black])
        for (const paths of Object.values(table)) targets += paths.flat().length;
  }
  if (targets > MAX_TABLE_TARGETS)
    find(['pieces'], 'ruleset/too-many-targets', `all tables together may name ${MAX_TABLE_TARGETS} targets.`);
}

/** Castling rights are two a side, so only one kind of piece can have them. */
function checkOneCastle(all: readonly Placed[], find: Find): void {
  for (const { path } of all.filter(({ movement }) => movement.kind === 'castle').slice(1))
    find(path, 'ruleset/duplicate', 'there is castling above already; put all sides into one movement.');
}
