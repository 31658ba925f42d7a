import { assertNever } from '@chessmith/std';
import { flatten } from '../compile/move-program.js';
import { ALL_AROUND, DIAGONAL, FORWARD, FORWARD_DIAGONAL, KNIGHT_LEAPS, ORTHOGONAL } from '../pieces.js';
import type { Modifiers, Movement, PieceKind, Step } from '../ruleset.js';
import { listed } from './words.js';

/** How a piece moves, as the rest of a sentence that begins with "it". */
export function describeMovements(kind: PieceKind): string {
  const ways = flatten(kind.movements).map(describe);
  return ways.length === 0 ? 'never moves' : listed(ways);
}

function describe(movement: Movement): string {
  switch (movement.kind) {
    case 'slide': {
      const far = movement.upTo === undefined ? '' : ` up to ${movement.upTo} squares`;
      return `slides${far} ${nameOf(movement.along, LINES) ?? `by ${spelled(movement.along)}`}${conditions(movement)}`;
    }
    case 'leap':
      return `${nameOf(movement.to, LEAPS) ?? `leaps by ${spelled(movement.to)}`}${conditions(movement)}`;
    case 'double-step':
      return `makes a double step${conditions(movement)}`;
    case 'en-passant':
      return 'captures en passant';
    case 'castle':
      return `castles with a ${movement.partner}`;
    case 'drop':
      return 'comes in from the pocket';
    case 'table':
      return `goes as its table says${conditions(movement)}`;
    case 'group':
      return listed(movement.of.map(describe));
    default:
      return assertNever(movement);
  }
}

const LINES: readonly (readonly [readonly Step[], string])[] = [
  [ORTHOGONAL, 'along ranks and files'],
  [DIAGONAL, 'along diagonals'],
  [ALL_AROUND, 'along ranks, files and diagonals'],
];

const LEAPS: readonly (readonly [readonly Step[], string])[] = [
  [ALL_AROUND, 'steps one square in any direction'],
  [ORTHOGONAL, 'steps one square along a rank or file'],
  [DIAGONAL, 'steps one square diagonally'],
  [KNIGHT_LEAPS, 'leaps two squares one way and one to the side'],
  [FORWARD, 'steps one square straight ahead'],
  [FORWARD_DIAGONAL, 'steps one square diagonally ahead'],
];

/** The usual name of a set of steps in any order. */
function nameOf(steps: readonly Step[], names: typeof LINES): string | undefined {
  const key = (list: readonly Step[]): string => list.map(String).sort().join(' ');
  return names.find(([known]) => key(known) === key(steps))?.[1];
}

const spelled = (steps: readonly Step[]): string => listed(steps.map(([files, ranks]) => `(${files}, ${ranks})`));

function conditions({ onto, from, unmoved, safe }: Modifiers): string {
  const landing = {
    free: '',
    any: ' even onto its own side',
    empty: ' without capturing',
    enemy: ' to capture',
    ally: ' onto its own side',
  };
  return [
    landing[onto ?? 'free'],
    from === undefined ? '' : ` from rank ${listed(from.map(String), 'or')} of its side`,
    unmoved ? ' while unmoved' : '',
    safe ? ' where it is not attacked' : '',
  ].join('');
}
