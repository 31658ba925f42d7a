import { endingOf } from '@chessmith/drawing';
import type { Happening, Outcome } from '@chessmith/rules';
import { assertNever } from '@chessmith/std';

/** What a move did, as sentences, and how the game ended if it did. */
export const logOf = (happened: readonly Happening[], outcome: Outcome | null): readonly string[] => [
  ...happened.map(sentence),
  ...(outcome === null ? [] : [endingOf(outcome)]),
];

function sentence(one: Happening): string {
  switch (one.kind) {
    case 'moved':
      return `${one.color} ${one.role} ${one.from} to ${one.to}`;
    case 'captured':
      return `${one.color} ${one.role} captured on ${one.on}`;
    case 'promoted':
      return `promoted to ${one.color} ${one.role} on ${one.on}`;
    case 'castled':
      return `${one.color} castles on the ${one.side}'s side`;
    case 'dropped':
      return `${one.color} ${one.role} dropped on ${one.on}`;
    case 'exploded':
      return `${one.color} ${one.role} exploded on ${one.on}`;
    case 'checked':
      return `${one.color} is in check`;
    case 'split':
      return `${one.color} ${one.role} ${one.from} split to ${one.to.join(' and ')}`;
    case 'merged':
      return `${one.color} ${one.role} ${one.from.join(' and ')} merged on ${one.to}`;
    case 'measured':
      return `measured ${one.on.join(', ')}: ${one.found ? 'found' : 'not found'}`;
    case 'entangled':
      return `${one.squares.join(', ')} are entangled`;
    case 'said':
      return one.message;
    default:
      return assertNever(one);
  }
}
