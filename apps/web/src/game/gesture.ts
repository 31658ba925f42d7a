import type { Choice, Color, RulesetCard } from '@chessmith/rules';
import type { Pockets } from '../board/ground.js';

/** What the clicked squares mean. A split is a piece and two targets; a merge is two parts and one target. */
export type Gesture = 'move' | 'split' | 'merge';

type Split = Extract<Choice, { readonly kind: 'split' }>;
type Merge = Extract<Choice, { readonly kind: 'merge' }>;

/** The gestures that these choices allow. */
export function gesturesIn(choices: readonly Choice[]): readonly Gesture[] {
  const kinds = new Set(choices.map(({ kind }) => kind));
  return (['move', 'split', 'merge'] as const).filter((kind) => kind === 'move' || kinds.has(kind));
}

/** The squares that can follow the picked ones. */
export function nextSquares(
  choices: readonly Choice[],
  gesture: Gesture,
  picked: readonly string[],
): readonly string[] {
  if (gesture === 'split')
    return nextOfSplit(
      choices.filter((choice) => choice.kind === 'split'),
      picked,
    );
  if (gesture === 'merge')
    return nextOfMerge(
      choices.filter((choice) => choice.kind === 'merge'),
      picked,
    );
  return [];
}

function nextOfSplit(splits: readonly Split[], [from, first]: readonly string[]): readonly string[] {
  if (from === undefined) return splits.map((split) => split.from);
  const targets = splits.filter((split) => split.from === from);
  if (first === undefined) return targets.flatMap(({ to }) => to);
  return targets.flatMap(({ to, notBoth = [] }) =>
    to.filter((second) => second !== first && !notBoth.some((pair) => pair.includes(first) && pair.includes(second))),
  );
}

function nextOfMerge(merges: readonly Merge[], [first, second]: readonly string[]): readonly string[] {
  if (first === undefined) return merges.map(({ from }) => from);
  const own = merges.filter(({ from }) => from === first);
  const shared = (one: Merge, other: Merge) =>
    one.group === other.group && one.from !== other.from ? one.to.filter((to) => other.to.includes(to)) : [];
  if (second === undefined) {
    return merges.filter((other) => own.some((one) => shared(one, other).length > 0)).map(({ from }) => from);
  }
  const others = merges.filter(({ from }) => from === second);
  return own.flatMap((one) => others.flatMap((other) => shared(one, other)));
}

/** The notation of a split or merge from its three squares. */
export function spell(gesture: Gesture, [a, b, c]: readonly string[]): string {
  return gesture === 'split' ? `${a}^${b}${c}` : `${a}${b}^${c}`;
}

/** The second targets of a move; empty if it ends on its first target. */
export function onwardFrom(choices: readonly Choice[], from: string, to: string): readonly string[] {
  return choices.flatMap((choice) =>
    choice.kind === 'move' && choice.from === from && choice.to.includes(to) ? (choice.onward ?? []) : [],
  );
}

/** The suffix of a move for a choice: the letter of a piece, or `=` and a script's own word. */
export function spellChoice(word: string, { roles }: Pick<RulesetCard, 'roles'>): string {
  return roles.find(({ role }) => role === word)?.letter.toLowerCase() ?? `=${word}`;
}

/** The pieces that the side to move can drop in a variant without pockets; null if there are none. */
export function handOf(choices: readonly Choice[], turn: Color | null): Pockets | null {
  const roles = choices.flatMap((choice) => (choice.kind === 'drop' ? [choice.role] : []));
  if (roles.length === 0 || turn === null) return null;
  return { white: {}, black: {}, [turn]: Object.fromEntries(roles.map((role) => [role, 1])) };
}
