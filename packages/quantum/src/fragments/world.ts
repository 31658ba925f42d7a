import { assertNever } from '@chessmith/std';
import type { Chessman } from './chessman.js';
import type { Step } from './steps.js';

/** The secret of the game: for each man in several places, by his id, the id of the fragment that is real. */
export type World = { readonly [man: number]: number };

/** What the coin of a split chooses: 0 the first target, 1 the second. */
export type Coin = 0 | 1;

/** A man in one place is there; that needs no secret. */
export function realFragmentOf(world: World, man: Chessman): number {
  const only = man.fragments.length === 1 ? man.fragments[0] : undefined;
  return only?.id ?? world[man.id]!;
}

/** The secret after one step; `real` is asked about men who may still be in one place. */
export function follow(real: Map<number, number>, step: Step, coin: Coin): void {
  switch (step.kind) {
    case 'split':
      if (real.get(step.man) === step.from && coin === 1) real.set(step.man, step.added);
      break;
    case 'pass':
      if (real.get(step.man) === step.from && real.get(step.other) !== step.blocker) real.set(step.man, step.added);
      break;
    case 'merge':
      if (real.get(step.man) === step.from) real.set(step.man, step.into);
      break;
    case 'measure':
      break;
    case 'capture':
      real.delete(step.man);
      break;
    default:
      assertNever(step);
  }
}

/** The secret after a move, of the men it left in several places. */
export function followAll(
  world: World,
  before: readonly Chessman[],
  after: readonly Chessman[],
  steps: readonly Step[],
  coin: Coin,
): World {
  const real = new Map(before.map((man) => [man.id, realFragmentOf(world, man)]));
  for (const step of steps) follow(real, step, coin);
  return Object.fromEntries(after.filter((man) => man.fragments.length > 1).map((man) => [man.id, real.get(man.id)!]));
}
