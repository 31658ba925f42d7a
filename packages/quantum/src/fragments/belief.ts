import type { Chance } from '@chessmith/rules';
import type { Chessman } from './chessman.js';
import type { Step } from './steps.js';
import { type Coin, follow, type World } from './world.js';

/**
 * What everybody can know of the secret: the possible worlds and their odds, from the moves and the outcomes seen, and
 * from nothing else. Men whose secrets do not depend on each other are kept in clusters of their own, so the list stays
 * short where the product of all possibilities would not.
 */
export type Belief = readonly Cluster[];

export type Cluster = { readonly men: readonly number[]; readonly worlds: readonly Possibility[] };

/** The real fragment of each man of the cluster, and how likely that is. */
export type Possibility = { readonly real: readonly number[]; readonly odds: number };

export const NOTHING_HIDDEN: Belief = [];

/** The belief after a move whose coins nobody saw and whose measurements everybody did. */
export function learn(
  belief: Belief,
  before: readonly Chessman[],
  after: readonly Chessman[],
  steps: readonly Step[],
): Belief {
  let clusters = [...belief];
  const gather = (men: readonly number[]): void => {
    const joined = clusters.filter((cluster) => cluster.men.some((man) => men.includes(man)));
    const known = joined.flatMap(({ men }) => men);
    const fresh = men.filter((man) => !known.includes(man)).map((man) => certain(before, man));
    clusters = [
      ...clusters.filter((cluster) => !joined.includes(cluster)),
      [...joined, ...fresh].reduce(product, NO_MEN),
    ];
  };
  for (const step of steps) {
    gather(step.kind === 'pass' ? [step.man, step.other] : [step.man]);
    clusters = clusters.map((cluster) => (cluster.men.includes(step.man) ? afterStep(cluster, step, after) : cluster));
  }
  const quantum = after.filter((man) => man.fragments.length > 1);
  return clusters.flatMap((cluster) => tidy(cluster, quantum)).sort((a, b) => a.men[0]! - b.men[0]!);
}

/** A secret drawn anew, as likely as it is to be the true one for somebody who saw the whole game. */
export function drawWorld(belief: Belief, chance: Chance): World {
  return Object.fromEntries(
    belief.flatMap(({ men, worlds }) => {
      const { real } = draw(worlds, chance);
      return men.map((man, index) => [man, real[index]!]);
    }),
  );
}

/** More possibilities than this are not kept for one cluster: the least likely are forgotten. Random games need 200. */
export const MOST_WORLDS = 1024;
const NO_MEN: Cluster = { men: [], worlds: [{ real: [], odds: 1 }] };

function certain(before: readonly Chessman[], id: number): Cluster {
  const man = before.find((one) => one.id === id)!;
  return { men: [id], worlds: [{ real: [man.fragments[0]!.id], odds: 1 }] };
}

function product(a: Cluster, b: Cluster): Cluster {
  // Two large clusters are cut before they are multiplied, not after.
  const least = Math.min(a.worlds.length, b.worlds.length, Math.sqrt(MOST_WORLDS));
  const [ones, twos] = [a, b].map(({ worlds }) => likeliest(worlds, Math.floor(MOST_WORLDS / least)));
  const worlds = ones!.flatMap((one) =>
    twos!.map((two) => ({ real: [...one.real, ...two.real], odds: one.odds * two.odds })),
  );
  return { men: [...a.men, ...b.men], worlds: likeliest(worlds, MOST_WORLDS) };
}

function afterStep(cluster: Cluster, step: Step, after: readonly Chessman[]): Cluster {
  const { men } = cluster;
  if (step.kind === 'measure') {
    const index = men.indexOf(step.man);
    const worlds = cluster.worlds.filter(({ real }) => (real[index] === step.fragment) === step.found);
    return worlds.length > 0 ? { men, worlds } : guess(men, after);
  }
  const coins: readonly Coin[] = step.kind === 'split' ? [0, 1] : [0];
  const worlds = cluster.worlds.flatMap(({ real, odds }) =>
    coins.map((coin) => {
      const world = new Map(men.map((man, index) => [man, real[index]!]));
      follow(world, step, coin);
      return { real: men.map((man) => world.get(man) ?? -1), odds: odds / coins.length };
    }),
  );
  return { men, worlds: likeliest(together(worlds), MOST_WORLDS) };
}

/** Only when the true world was among the forgotten ones: what the board itself shows, man by man. */
function guess(men: readonly number[], after: readonly Chessman[]): Cluster {
  return men
    .map((id): Cluster => {
      const fragments = after.find((man) => man.id === id)?.fragments ?? [];
      const worlds = fragments.map((fragment) => ({ real: [fragment.id], odds: fragment.probability }));
      return { men: [id], worlds: worlds.length > 0 ? worlds : [{ real: [-1], odds: 1 }] };
    })
    .reduce(product, NO_MEN);
}

/** Forgets the men in one place, sets apart those who depend on nobody, and makes the odds add up to one. */
function tidy(cluster: Cluster, quantum: readonly Chessman[]): Cluster[] {
  let rest = only(
    cluster,
    cluster.men.filter((id) => quantum.some((man) => man.id === id)),
  );
  const apart: Cluster[] = [];
  for (const man of rest.men) {
    if (rest.men.length === 1) break;
    const alone = only(rest, [man]);
    const others = only(
      rest,
      rest.men.filter((other) => other !== man),
    );
    if (!isProduct(rest, alone, others, man)) continue;
    apart.push(alone);
    rest = others;
  }
  return (rest.men.length === 0 ? apart : [...apart, rest]).map(({ men, worlds }) => {
    const total = worlds.reduce((sum, { odds }) => sum + odds, 0);
    return { men, worlds: worlds.map(({ real, odds }) => ({ real, odds: odds / total })) };
  });
}

function isProduct(whole: Cluster, alone: Cluster, others: Cluster, man: number): boolean {
  if (whole.worlds.length !== alone.worlds.length * others.worlds.length) return false;
  const index = whole.men.indexOf(man);
  const total = whole.worlds.reduce((sum, { odds }) => sum + odds, 0);
  const mine = new Map(alone.worlds.map(({ real, odds }) => [real[0], odds]));
  const theirs = new Map(others.worlds.map(({ real, odds }) => [real.join(), odds]));
  return whole.worlds.every(({ real, odds }) => {
    const expected = mine.get(real[index])! * theirs.get(real.toSpliced(index, 1).join())!;
    return Math.abs(odds * total - expected) < 1e-9 * expected;
  });
}

function only(cluster: Cluster, men: readonly number[]): Cluster {
  const indices = men.map((man) => cluster.men.indexOf(man));
  const worlds = cluster.worlds.map(({ real, odds }) => ({ real: indices.map((index) => real[index]!), odds }));
  return { men, worlds: together(worlds) };
}

/** Equal worlds as one, with their odds added. */
function together(worlds: readonly Possibility[]): Possibility[] {
  const odds = new Map<string, Possibility>();
  for (const world of worlds) {
    const key = world.real.join();
    odds.set(key, { real: world.real, odds: (odds.get(key)?.odds ?? 0) + world.odds });
  }
  return [...odds.values()];
}

function likeliest(worlds: readonly Possibility[], most: number): readonly Possibility[] {
  return worlds.length <= most ? worlds : [...worlds].sort((a, b) => b.odds - a.odds).slice(0, most);
}

function draw(worlds: readonly Possibility[], chance: Chance): Possibility {
  let left = chance.real() * worlds.reduce((sum, { odds }) => sum + odds, 0);
  for (const world of worlds) {
    left -= world.odds;
    if (left < 0) return world;
  }
  return worlds.at(-1)!;
}
