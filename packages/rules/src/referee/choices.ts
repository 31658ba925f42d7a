import { assertNever } from '@chessmith/std';
import type { Choice, RulesetCard } from './port.js';

/**
 * Lists every move that the choices of a view stand for: `e2e4`, `e7e8q`, `N@f3`, `b1^a3c3`, `a3c3^b5`, and for scripts
 * `e7e8=north` and `e2e4,e4d5`. Random and other simple computer players pick from this list.
 */
export function listMoves(card: RulesetCard, choices: readonly Choice[]): readonly string[] {
  const letters = new Map(card.roles.map(({ role, letter }) => [role, letter]));
  const spelled = choices.flatMap((choice): readonly string[] => {
    switch (choice.kind) {
      case 'move': {
        const { from, to: targets, promote, onward } = choice;
        if (onward !== undefined) return targets.flatMap((to) => onward.map((last) => `${from}${to},${to}${last}`));
        const endings = promote?.map((role) => letters.get(role)?.toLowerCase() ?? `=${role}`) ?? [''];
        return targets.flatMap((to) => endings.map((ending) => `${from}${to}${ending}`));
      }
      case 'drop':
        return choice.to.map((to) => `${letters.get(choice.role)!.toUpperCase()}@${to}`);
      case 'split':
        return pairsOf(choice.to)
          .filter((pair) => !choice.notBoth?.some((apart) => pair.every((square) => apart.includes(square))))
          .map(([one, other]) => `${choice.from}^${one}${other}`);
      case 'merge':
        return [];
      default:
        return assertNever(choice);
    }
  });
  return [...new Set([...spelled, ...spellMerges(choices)])];
}

/** Two sources in the same group can merge on each target they share. */
function spellMerges(choices: readonly Choice[]): readonly string[] {
  const merges = choices.filter((choice) => choice.kind === 'merge');
  return pairsOf(merges)
    .filter(([one, other]) => one.group === other.group)
    .flatMap(([one, other]) =>
      one.to.filter((to) => other.to.includes(to)).map((to) => `${one.from}${other.from}^${to}`),
    );
}

const pairsOf = <T>(items: readonly T[]): readonly (readonly [T, T])[] =>
  items.flatMap((one, i) => items.slice(i + 1).map((other) => [one, other] as const));
