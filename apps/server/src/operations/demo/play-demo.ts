import { existsSync } from 'node:fs';
import type { PersonId } from '@chessmith/people';
import { type Refusal, refusal } from '@chessmith/rules';
import { openService, type Ports, type ServerChance, type Service, StoreUnavailable } from '@chessmith/service';
import { err, ok, type Random, type Result, seededRandom, unwrap } from '@chessmith/std';
import { databaseFile, memoryQueryCache, removeDatabase } from '@chessmith/store';
import { openStore } from '../../open-server.js';
import { refereeLookup } from '../../referees/referees.js';
import { openExaminer } from '../../referees/ruleset-examiner.js';
import { sha256 } from '../../system/hash.js';
import { localSignals } from '../../system/local-signals.js';
import { systemChance } from '../../system/random.js';
import { openDemoClock } from './demo-clock.js';
import { NAMES, PLANS, type Plan } from './plans.js';
import { openTable } from './play-game.js';

export type DemoOptions = {
  readonly games: number;
  /** The same games every time, to the instant; by lot and until now without it. */
  readonly seed?: number;
  readonly progress?: (played: number) => void;
  /** What is played, again from the beginning where that is not enough; `PLANS` by default. */
  readonly plans?: readonly Plan[];
};

export type DemoPlayed = { readonly finished: number; readonly unfinished: number };

const CHESS960_STARTS = 960;
const SLOT_MS = 40 * 60_000;
const LAST_SLOT_MS = 25 * 60_000;
/** When a demo with a seed comes to its end. */
const SEEDED_END_MS = Date.UTC(2026, 0, 1, 12);

/**
 * Fills a data folder that holds no game yet with played ones, through the service, as people would. Where that fails, a
 * database that was not there before is removed again.
 */
export async function playDemo(data: string, options: DemoOptions): Promise<Result<DemoPlayed, Refusal>> {
  const isNew = !existsSync(databaseFile({ folder: data }));
  try {
    const store = await openStore({ data });
    try {
      if ((await store.directory.everyGame({ limit: 1 })).games.length > 0) {
        return err(refusal('demo/not-empty', `${data} already contains games; choose an empty folder for the demo.`));
      }
      return ok(await fillStore(store, options));
    } catch (error) {
      await store.close();
      if (isNew) removeDatabase(data);
      throw error;
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof StoreUnavailable) return err(refusal(error.code, `${error.message}.`));
    const { cause } = error as { readonly cause?: Refusal };
    if (cause?.code === 'store/unavailable') return err(cause);
    throw error;
  }
}

/** As `playDemo`, in a store that is open already. */
export async function fillStore(
  store: Ports['store'],
  { games, seed, progress, plans: repeated = PLANS }: DemoOptions,
): Promise<DemoPlayed> {
  const random = seededRandom(seed ?? systemChance.int(2 ** 32));
  const plans = Array.from({ length: games }, (_, index) => {
    const plan = repeated[index % repeated.length]!;
    return variedPlan(plan, Math.floor(index / repeated.length) + 1, random);
  });
  const isLeftOpen = ({ finish }: (typeof plans)[number]) => finish === 'running' || finish === 'waiting';
  const finished = plans.filter((plan) => !isLeftOpen(plan));
  const unfinished = plans.filter(isLeftOpen);
  const endMs = seed === undefined ? Date.now() : SEEDED_END_MS;
  const clock = openDemoClock(endMs - LAST_SLOT_MS - finished.length * SLOT_MS);
  const referees = refereeLookup();
  const examiner = openExaminer({ log: () => undefined });
  const cache = memoryQueryCache({ maxBytes: 1024 * 1024 });
  const ports = { store, referees, examiner, clock, ...QUIET, cache, signals: localSignals() };
  // What must stay hard to guess in a folder that may be served later is drawn in a first, real opening.
  await (await openService({ ...ports, chance: systemChance, hash: sha256 })).close();
  const service = await openService(
    { ...ports, chance: chanceOf(random.fork()), hash: unpredictableHash() },
    // Time passes in leaps here, and nobody is connected.
    { heartbeatMs: SLOT_MS, firstMoveMs: 0, waitingMs: 86_400_000 },
  );
  try {
    const people = await invite(service);
    const table = openTable({ service, clock, referees, people, random });
    let played = 0;
    for (const plan of finished) {
      const beganMs = clock.nowMs();
      await table.playToTheEnd(plan);
      progress?.(++played);
      await clock.pass(beganMs + SLOT_MS - clock.nowMs());
    }
    const left = await table.playSideBySide(unfinished, () => progress?.(++played));
    const open = left.filter(({ end }) => end === null).length;
    return { finished: games - open, unfinished: open };
  } finally {
    await service.close();
    await referees.close();
  }
}

/** A plan for the nth time: names of games are unique, and Chess960 has other starts than one. */
function variedPlan(plan: Plan, nth: number, random: Random): Plan {
  const { alias, ruleset } = plan.options;
  const name = alias === undefined || nth === 1 ? {} : { alias: `${alias} ${nth}` };
  const start = ruleset === 'chess960' ? { setup: { number: random.int(CHESS960_STARTS) } } : {};
  return { ...plan, options: { ...plan.options, ...name, ...start } };
}

const QUIET = { statistics: { record: async () => {} }, log: { warn: () => {}, error: () => {} } };

function chanceOf(random: Random): ServerChance {
  return {
    int: (bound) => random.int(bound),
    real: () => random.next(),
    bytes: (count) => Uint8Array.from({ length: count }, () => random.int(256)),
  };
}

/** The secrets of the demo's people follow from its seed, so their hashes are such that no secret opens anything. */
function unpredictableHash(): Ports['hash'] {
  const pepper = systemChance.bytes(32).join();
  return (text) => sha256(`${pepper} ${text}`);
}

/** The demo's people. Somebody may have come before them and have their name. */
async function invite(service: Service): Promise<readonly PersonId[]> {
  const people: PersonId[] = [];
  for (const name of NAMES) {
    let guest = await service.createGuest({ name });
    for (let number = 2; !guest.ok && guest.error.code === 'people/name-taken'; number++) {
      guest = await service.createGuest({ name: `${name} ${number}` });
    }
    people.push(unwrap(guest).person.id);
  }
  return people;
}
