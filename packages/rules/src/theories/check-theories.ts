import type { json } from '@chessmith/std';
import type { Refusal } from '../refusal.js';
import { checkOnce, problemReporter, type ReportProblem } from '../validate-ruleset/report-problem.js';
import type { DraftMovement, RulesetDraft, TheoryMovement } from './draft.js';
import { theoriesOf } from './resolve-draft.js';

type PlacedTheory = { readonly movement: TheoryMovement; readonly path: json.JsonPath };

/**
 * Reports theories that are named but not defined, theories that are unused, and movements that mix rays and leaps.
 */
export function checkTheories(draft: RulesetDraft): readonly Refusal[] {
  const refusals: Refusal[] = [];
  const report = problemReporter(refusals);
  const placed = Object.entries(draft.pieces).flatMap(([role, { movements }]) =>
    theoryMovements(movements, ['pieces', role, 'movements']),
  );
  for (const one of placed) checkNames(draft, one, report);
  const used = new Set(placed.flatMap(({ movement }) => theoriesOf(movement)));
  for (const name of Object.keys(draft.theories)) {
    if (!used.has(name))
      report(
        ['theories', name],
        'ruleset/theory-unused',
        'no movement uses this theory; name it in a "by" or remove it.',
      );
  }
  return refusals;
}

const theoryMovements = (movements: readonly DraftMovement[], path: json.JsonPath): readonly PlacedTheory[] =>
  movements.flatMap((movement, i) => {
    if (movement.kind === 'group') return theoryMovements(movement.of, [...path, i, 'of']);
    return movement.kind === 'theory' ? [{ movement, path: [...path, i] }] : [];
  });

function checkNames({ theories }: RulesetDraft, { movement, path }: PlacedTheory, report: ReportProblem): void {
  const lists =
    'white' in movement.by ? Object.entries(movement.by) : [['', movement.by] as [string, readonly string[]]];
  for (const [color, names] of lists) {
    const at = color === '' ? [...path, 'by'] : [...path, 'by', color];
    checkOnce(names, at, report);
    names.forEach((name, i) => {
      if (!Object.hasOwn(theories, name))
        report([...at, i], 'ruleset/no-such-theory', `unknown theory "${name}"; ${known(Object.keys(theories))}.`, {
          theory: name,
          known: Object.keys(theories),
        });
    });
  }
  const shapes = theoriesOf(movement).map((name) =>
    Object.hasOwn(theories, name) ? theories[name]!.shape : undefined,
  );
  if (shapes.includes('rays') && shapes.includes('leaps'))
    report(
      [...path, 'by'],
      'ruleset/contradiction',
      'this movement mixes theories of rays and of leaps; use two movements.',
    );
}

const known = (names: readonly string[]): string =>
  names.length === 0 ? 'define it under "theories"' : `use one of ${names.join(', ')}`;
