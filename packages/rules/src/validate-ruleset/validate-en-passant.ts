import { BLACK, WHITE } from '../compile/codes.js';
import { facing, mayBegin, pathsFrom, ray } from '../compile/move-program.js';
import { formatSquare, rankOf } from '../geometry.js';
import type { Movement, Ruleset, Step } from '../ruleset.js';
import { flattenMovements, type PlacedMovement, stepsOf } from './placed-movement.js';
import type { ReportProblem } from './report-problem.js';

/**
 * A FEN names the square that a double step passed, not the piece that made it, so the square must identify the piece.
 * Moves are written as two squares, so a double step or en passant must be the only movement between its squares.
 */
export function validateEnPassant(ruleset: Ruleset, all: readonly PlacedMovement[], report: ReportProblem): void {
  const doubles = all.filter(({ movement }) => movement.kind === 'double-step');
  const [first] = doubles.flatMap(({ movement }) => stepsOf(movement));
  if (first === undefined) return;
  for (const { movement, path } of doubles) {
    if (stepsOf(movement).some((step) => step.join() !== first.join()))
      report(
        [...path, 'along'],
        'ruleset/contradiction',
        `all double steps of a ruleset must use the same step, here [${first}]; use a slide with "upTo": 2 for the others.`,
        { step: first },
      );
  }
  for (const placed of all) {
    const clash = clashOf(ruleset, placed, all, first);
    if (clash !== null) report(placed.path, 'ruleset/contradiction', clash.message, clash.facts);
  }
}

/** Why a double step or en passant conflicts with other movements of its piece; null if it does not. */
function clashOf(
  ruleset: Ruleset,
  { role, movement }: PlacedMovement,
  all: readonly PlacedMovement[],
  double: Step,
): { readonly message: string; readonly facts: { readonly [name: string]: string } } | null {
  const { board } = ruleset;
  const quiet = all.filter((other) => other.role === role && landsOnEmpty(other.movement));
  const promotion = ruleset.effects.find((effect) => effect.kind === 'promote' && effect.role === role);
  const zone = promotion?.kind === 'promote' ? [...promotion.on, ...(promotion.optionalOn ?? [])] : [];
  for (const color of [WHITE, BLACK]) {
    for (let from = 0; from < board.files * board.ranks; from++) {
      for (const to of specialTargets(ruleset, movement, color, from, double)) {
        const rank = rankOf(board, to);
        const facts = { role, from: formatSquare(board, from), to: formatSquare(board, to) };
        if (zone.includes(color === BLACK ? board.ranks - rank : rank + 1)) {
          const message = `it leads to ${facts.to}, where the ${role} promotes; limit it with "from", or change the promotion.`;
          return { message, facts };
        }
        if (quiet.some((other) => leadsTo(ruleset, other.movement, color, from, to))) {
          const message = `the ${role} can go from ${facts.from} to ${facts.to} by two movements; remove one, so that the move has one meaning.`;
          return { message, facts };
        }
      }
    }
  }
  return null;
}

const leadsTo = ({ board }: Ruleset, movement: Movement, color: number, from: number, to: number): boolean =>
  mayBegin(board, 'from' in movement ? movement : {}, color, from) &&
  pathsFrom(board, movement, color, from).some((squares) => squares.includes(to));

/** The target of a double step from this square, or the squares on which it can capture en passant. */
function specialTargets(
  ruleset: Ruleset,
  movement: Movement,
  color: number,
  from: number,
  double: Step,
): readonly number[] {
  const { board } = ruleset;
  if (movement.kind === 'double-step') {
    if (!mayBegin(board, movement, color, from)) return [];
    return movement.along.flatMap((step) => ray(board, from, facing(step, color), 2)[1] ?? []);
  }
  if (movement.kind !== 'en-passant') return [];
  const enemy = color === BLACK ? WHITE : BLACK;
  const [files, ranks] = facing(double, enemy);
  return movement.to
    .flatMap((step) => ray(board, from, facing(step, color), 1))
    .filter((passed) => {
      const origin = ray(board, passed, [-files, -ranks], 1)[0];
      return (
        origin !== undefined && ray(board, passed, [files, ranks], 1).length > 0 && canDouble(ruleset, enemy, origin)
      );
    });
}

const canDouble = (ruleset: Ruleset, color: number, origin: number): boolean =>
  Object.entries(ruleset.pieces).some(([role, kind]) =>
    flattenMovements(role, kind.movements, []).some(
      ({ movement }) => movement.kind === 'double-step' && mayBegin(ruleset.board, movement, color, origin),
    ),
  );

const landsOnEmpty = (movement: Movement): boolean =>
  (movement.kind === 'slide' || movement.kind === 'leap' || movement.kind === 'table') &&
  movement.onto !== 'enemy' &&
  movement.onto !== 'ally';
