import type { Chance, Choice } from '@chessmith/rules';
import { choicesOf } from './choices.js';
import type { FragmentsPosition } from './position.js';

/** A random acceptable move, with a fixed share of moves, splits and merges; undefined if there is none. */
export function randomMove(position: FragmentsPosition, chance: Chance): string | undefined {
  const choices = choicesOf(position);
  if (choices.length === 0) return undefined;
  const kind = pick(SHARES, chance);
  const wanted = choices.filter((choice) => choice.kind === kind);
  return write(pick(wanted.length > 0 ? wanted : choices, chance), chance);
}

const SHARES: readonly Choice['kind'][] = ['move', 'move', 'split', 'split', 'merge'];

function write(choice: Choice, chance: Chance): string {
  switch (choice.kind) {
    case 'split': {
      const apart = (one: string, other: string) =>
        choice.notBoth?.some((pair) => pair.includes(one) && pair.includes(other)) ?? false;
      const first = pick(choice.to, chance);
      const rest = choice.to.filter((square) => square !== first && !apart(first, square));
      return `${choice.from}^${first}${pick(rest, chance)}`;
    }
    case 'merge':
      return `${choice.group}^${pick(choice.to, chance)}`;
    case 'move':
      return `${choice.from}${pick(choice.to, chance)}`;
    case 'drop':
      throw new Error('this ruleset has no drops');
  }
}

const pick = <T>(items: readonly T[], chance: Chance): T => items[chance.int(items.length)]!;
