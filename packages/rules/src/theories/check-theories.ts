import type { json } from '@chessmith/std';
import type { Refusal } from '../refusal.js';
import { checkOnce, type Find, noting } from '../validate-ruleset/finding.js';
import type { DraftMovement, RulesetDraft, TheoryMovement } from './draft.js';
import { theoriesOf } from './settle-draft.js';

type PlacedTheory = { readonly movement: TheoryMovement; readonly path: json.JsonPath };

/** Notes theories that movements name and nobody wrote, that nothing uses, and movements of both rays and leaps. */
export function checkTheories(draft: RulesetDraft): readonly Refusal[] {
  const refusals: Refusal[] = [];
  const find = noting(refusals);
  const placed = Object.entries(draft.pieces).flatMap(([role, { movements }]) =>
    theoryMovements(movements, ['pieces', role, 'movements']),
  );
  for (const one of placed) checkNames(draft, one, find);
  const used = new Set(placed.flatMap(({ movement }) => theoriesOf(movement)));
  for (const name of Object.keys(draft.theories)) {
    if (!used.has(name))
      find(['theories', name], 'ruleset/theory-unused', 'no movement goes by it; name it in a "by", or leave it out.');
  }
  return refusals;
}

const theoryMovements = (movements: readonly DraftMovement[], path: json.JsonPath): readonly PlacedTheory[] =>
  movements.flatMap((movement, i) => {
    if (movement.kind === 'group') return theoryMovements(movement.of, [...path, i, 'of']);
    return movement.kind === 'theory' ? [{ movement, path: [...path, i] }] : [];
  });

function checkNames({ theories }: RulesetDraft, { movement, path }: PlacedTheory, find: Find): void {
  const lists =
    'white' in movement.by ? Object.entries(movement.by) : [['', movement.by] as [string, readonly string[]]];
  for (const [color, names] of lists) {
    const at = color === '' ? [...path, 'by'] : [...path, 'by', color];
    checkOnce(names, at, find);
    names.forEach((name, i) => {
      if (!Object.hasOwn(theories, name))
        find([...at, i], 'ruleset/no-such-theory', `there is no theory "${name}"; ${known(Object.keys(theories))}.`);
    });
  }
  const shapes = theoriesOf(movement).map((name) =>
    Object.hasOwn(theories, name) ? theories[name]!.shape : undefined,
  );
  if (shapes.includes('rays') && shapes.includes('leaps'))
    find(
      [...path, 'by'],
      'ruleset/contradiction',
      'these are theories of rays and of leaps; make two movements of them.',
    );
}

const known = (names: readonly string[]): string =>
  names.length === 0 ? 'write it under "theories"' : `the theories are ${names.join(', ')}`;
