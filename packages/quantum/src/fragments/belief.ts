import type { Chance } from '@chessmith/rules';
import type { Chessman } from './chessman.js';
import { applyStep, type Coin, type World } from './world.js';
import type { WorldStep } from './world-steps.js';

/**
 * The public knowledge about the secret: the possible worlds and their probabilities, from moves and measurement
 * results alone. Independent chessmen are kept in separate clusters, so that the list stays short where the product of
 * all possibilities would not.
 */
export type Belief = readonly Cluster[];

export type Cluster = { readonly men: readonly number[]; readonly worlds: readonly Possibility[] };

/** The real fragment of each chessman in the cluster, and the probability of that. */
export type Possibility = { readonly real: readonly number[]; readonly odds: number };

export const NO_SECRETS: Belief = [];

/** The belief after a move whose coins are secret and whose measurement results are public. */
export function updateBelief(
  belief: Belief,
  before: readonly Chessman[],
  after: readonly Chessman[],
  steps: readonly WorldStep[],
): Belief {
  let clusters = [...belief];
  const joinClusters = (men: readonly number[]): void => {
    const joined = clusters.filter((cluster) => cluster.men.some((man) => men.includes(man)));
    const known = joined.flatMap(({ men }) => men);
    const fresh = men.filter((man) => !known.includes(man)).map((man) => certainCluster(before, man));
    clusters = [
      ...clusters.filter((cluster) => !joined.includes(cluster)),
      [...joined, ...fresh].reduce(product, EMPTY_CLUSTER),
    ];
  };
  for (const step of steps) {
    joinClusters(step.kind === 'pass' ? [step.man, step.other] : [step.man]);
    clusters = clusters.map((cluster) => (cluster.men.includes(step.man) ? afterStep(cluster, step, after) : cluster));
  }
  const quantum = after.filter((man) => man.fragments.length > 1);
  return clusters.flatMap((cluster) => separateIndependent(cluster, quantum)).sort((a, b) => a.men[0]! - b.men[0]!);
}

/** Draws a new secret with the probabilities that the public game implies. */
export function drawWorld(belief: Belief, chance: Chance): World {
  return Object.fromEntries(
    belief.flatMap(({ men, worlds }) => {
      const { real } = draw(worlds, chance);
      return men.map((man, index) => [man, real[index]!]);
    }),
  );
}

/** The most worlds kept per cluster; the least likely ones are dropped. Random games need 200. */
export const MOST_WORLDS = 1024;
const EMPTY_CLUSTER: Cluster = { men: [], worlds: [{ real: [], odds: 1 }] };

function certainCluster(before: readonly Chessman[], id: number): Cluster {
  const man = before.find((one) => one.id === id)!;
  return { men: [id], worlds: [{ real: [man.fragments[0]!.id], odds: 1 }] };
}

function product(a: Cluster, b: Cluster): Cluster {
  // Trim two large clusters before multiplying them, not after.
  const least = Math.min(a.worlds.length, b.worlds.length, Math.sqrt(MOST_WORLDS));
  const [ones, twos] = [a, b].map(({ worlds }) => likeliest(worlds, Math.floor(MOST_WORLDS / least)));
  const worlds = ones!.flatMap((one) =>
    twos!.map((two) => ({ real: [...one.real, ...two.real], odds: one.odds * two.odds })),
  );
  return { men: [...a.men, ...b.men], worlds: likeliest(worlds, MOST_WORLDS) };
}

function afterStep(cluster: Cluster, step: WorldStep, after: readonly Chessman[]): Cluster {
  const { men } = cluster;
  if (step.kind === 'measure') {
    const index = men.indexOf(step.man);
    const worlds = cluster.worlds.filter(({ real }) => (real[index] === step.fragment) === step.found);
    return worlds.length > 0 ? { men, worlds } : beliefFromBoard(men, after);
  }
  const coins: readonly Coin[] = step.kind === 'split' ? [0, 1] : [0];
  const worlds = cluster.worlds.flatMap(({ real, odds }) =>
    coins.map((coin) => {
      const world = new Map(men.map((man, index) => [man, real[index]!]));
      applyStep(world, step, coin);
      return { real: men.map((man) => world.get(man) ?? -1), odds: odds / coins.length };
    }),
  );
  return { men, worlds: likeliest(mergeEqualWorlds(worlds), MOST_WORLDS) };
}

/** Fallback if the true world was dropped: use the probabilities that the board shows, chessman by chessman. */
function beliefFromBoard(men: readonly number[], after: readonly Chessman[]): Cluster {
  return men
    .map((id): Cluster => {
      const fragments = after.find((man) => man.id === id)?.fragments ?? [];
      const worlds = fragments.map((fragment) => ({ real: [fragment.id], odds: fragment.probability }));
      return { men: [id], worlds: worlds.length > 0 ? worlds : [{ real: [-1], odds: 1 }] };
    })
    .reduce(product, EMPTY_CLUSTER);
}

/** Drops chessmen with a single fragment, separates independent ones, and normalises the probabilities. */
function separateIndependent(cluster: Cluster, quantum: readonly Chessman[]): Cluster[] {
  let rest = restrictTo(
    cluster,
    cluster.men.filter((id) => quantum.some((man) => man.id === id)),
  );
  const apart: Cluster[] = [];
  for (const man of rest.men) {
    if (rest.men.length === 1) break;
    const alone = restrictTo(rest, [man]);
    const others = restrictTo(
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

function restrictTo(cluster: Cluster, men: readonly number[]): Cluster {
  const indices = men.map((man) => cluster.men.indexOf(man));
  const worlds = cluster.worlds.map(({ real, odds }) => ({ real: indices.map((index) => real[index]!), odds }));
  return { men, worlds: mergeEqualWorlds(worlds) };
}

/** Merges equal worlds by adding their probabilities. */
function mergeEqualWorlds(worlds: readonly Possibility[]): Possibility[] {
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
