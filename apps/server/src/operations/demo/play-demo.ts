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
import { createDemoClock } from './demo-clock.js';
import { NAMES, PLANS, type Plan } from './plans.js';
import { demoPlayer } from './play-game.js';

export type DemoOptions = {
  readonly games: number;
  /** The same seed gives the same games and times. Without it, games are random and end now. */
  readonly seed?: number;
  readonly progress?: (played: number) => void;
  /** The plans to play, repeated as needed; `PLANS` by default. */
  readonly plans?: readonly Plan[];
};

export type DemoPlayed = { readonly finished: number; readonly unfinished: number };

const CHESS960_STARTS = 960;
const SLOT_MS = 40 * 60_000;
const LAST_SLOT_MS = 25 * 60_000;
/** The end of a seeded demo. */
const SEEDED_END_MS = Date.UTC(2026, 0, 1, 12);

/**
 * Fills an empty data folder with games, played through the service. If that fails, a newly created database is
 * removed.
 */
export async function playDemo(data: string, options: DemoOptions): Promise<Result<DemoPlayed, Refusal>> {
  const isNew = !existsSync(databaseFile({ folder: data }));
  try {
    const store = await openStore({ data });
    try {
      if ((await store.directory.everyGame({ limit: 1 })).games.length > 0) {
        return err(
          refusal('demo/not-empty', `${data} already contains games; choose an empty folder for the demo.`, {
            folder: data,
          }),
        );
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
    if (error instanceof StoreUnavailable)
      return err(refusal(error.code, `${error.message}.`, { detail: error.message }));
    const { cause } = error as { readonly cause?: Refusal };
    if (cause?.code === 'store/unavailable') return err(cause);
    throw error;
  }
}

/** Like `playDemo`, with an open store. */
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
  const clock = createDemoClock(endMs - LAST_SLOT_MS - finished.length * SLOT_MS);
  const referees = refereeLookup();
  const examiner = openExaminer({ log: () => undefined });
  const cache = memoryQueryCache({ maxBytes: 1024 * 1024 });
  const ports = { store, referees, examiner, clock, ...QUIET, cache, signals: localSignals() };
  // Secrets of a folder that may be served later come from a first start with real randomness.
  await (await openService({ ...ports, chance: systemChance, hash: sha256 })).close();
  const service = await openService(
    { ...ports, chance: chanceOf(random.fork()), hash: unpredictableHash() },
    // Time jumps here, and the players have no connections.
    { heartbeatMs: SLOT_MS, firstMoveMs: 0, waitingMs: 86_400_000 },
  );
  try {
    const people = await createPeople(service);
    const player = demoPlayer({ service, clock, referees, people, random });
    let played = 0;
    for (const plan of finished) {
      const beganMs = clock.nowMs();
      await player.playToTheEnd(plan);
      progress?.(++played);
      await clock.pass(beganMs + SLOT_MS - clock.nowMs());
    }
    const left = await player.playSideBySide(unfinished, () => progress?.(++played));
    const open = left.filter(({ end }) => end === null).length;
    return { finished: games - open, unfinished: open };
  } finally {
    await service.close();
    await referees.close();
  }
}

/** Varies a plan: aliases are unique, and Chess960 games have different starts. */
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

/** The demo's random values are predictable, so its people get hashes that no secret matches. */
function unpredictableHash(): Ports['hash'] {
  const pepper = systemChance.bytes(32).join();
  return (text) => sha256(`${pepper} ${text}`);
}

/** Creates the demo's people. Their names may be taken already. */
async function createPeople(service: Service): Promise<readonly PersonId[]> {
  const people: PersonId[] = [];
  for (const name of NAMES) {
    let guest = await service.people.createGuest({ name });
    for (let number = 2; !guest.ok && guest.error.code === 'people/name-taken'; number++) {
      guest = await service.people.createGuest({ name: `${name} ${number}` });
    }
    people.push(unwrap(guest).person.id);
  }
  return people;
}
