import { assertNever } from '@chessmith/std';
import type { Chessman } from './chessman.js';
import type { WorldStep } from './world-steps.js';

/** The secret of the game: for each chessman with several fragments, the id of the real one. */
export type World = { readonly [man: number]: number };

/** The coin of a split: 0 selects the first target, 1 the second. */
export type Coin = 0 | 1;

/** A chessman with one fragment needs no secret. */
export function realFragmentOf(world: World, man: Chessman): number {
  const only = man.fragments.length === 1 ? man.fragments[0] : undefined;
  return only?.id ?? world[man.id]!;
}

/** Applies one step to the secret; `real` also contains chessmen with one fragment. */
export function applyStep(real: Map<number, number>, step: WorldStep, coin: Coin): void {
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

/** The secret after a move, for chessmen that then have several fragments. */
export function applySteps(
  world: World,
  before: readonly Chessman[],
  after: readonly Chessman[],
  steps: readonly WorldStep[],
  coin: Coin,
): World {
  const real = new Map(before.map((man) => [man.id, realFragmentOf(world, man)]));
  for (const step of steps) applyStep(real, step, coin);
  return Object.fromEntries(after.filter((man) => man.fragments.length > 1).map((man) => [man.id, real.get(man.id)!]));
}
