import type { AddressInfo } from 'node:net';
import {
  type Clock,
  localStatistics,
  openService,
  rankedScores,
  type ServerChance,
  type Store,
} from '@chessmith/service';
import { lockFolder, memoryQueryCache, openMemoryStore, openSqliteStore } from '@chessmith/store';
import type { Logger } from 'pino';
import type { Configuration } from './configuration.js';
import type { Core, ServerParts } from './core.js';
import { type App, openApp } from './http/app.js';
import { createLog } from './log.js';
import type { QuantumLimits } from './quantum-tcp/quantum-limits.js';
import { createBacklog } from './rate-limit/backlog.js';
import { type PersonLimits, rateLimited } from './rate-limit/rate-limited-service.js';
import { createReadQuota } from './rate-limit/read-quota.js';
import { createUploads } from './rate-limit/upload-limits.js';
import { refereeLookup } from './referees/referees.js';
import { openExaminer } from './referees/ruleset-examiner.js';
import { openResultPoster, recordInTurn } from './statistics/result-poster.js';
import { systemClock } from './system/clock.js';
import { clockTicks } from './system/clock-ticks.js';
import { sha256 } from './system/hash.js';
import { localSignals } from './system/local-signals.js';
import { systemChance } from './system/random.js';
import { eventLoopTurns } from './system/serial-queue.js';
import { type OpenTransport, type Transport, transportsOf } from './transports.js';

export type Server = {
  /** The HTTP address, for example `http://localhost:8080`. */
  readonly address: string;
  readonly app: App;
  /** Further addresses and their protocols. */
  readonly others: readonly (Pick<Transport, 'speaks'> & Pick<OpenTransport, 'address'>)[];
  /** Starts slow parts in the background. */
  warmUp(): void;
  /** Finishes running requests and closes everything. */
  close(): Promise<void>;
};

/** Bytes: about ten thousand boards with all their moves. */
const MOST_CACHED_BYTES = 64 * 1024 * 1024;

export type ServerOverrides = {
  readonly log?: Logger;
  readonly store?: Store;
  readonly chance?: ServerChance;
  readonly clock?: Clock;
  readonly referees?: ReturnType<typeof refereeLookup>;
  /** The script of the threads for large quantum states. */
  readonly quantumWorker?: URL;
  /** The script of the thread that compiles JSON rulesets. */
  readonly rulesetWorker?: URL;
  readonly quantumLimits?: Partial<QuantumLimits>;
  readonly peopleLimits?: PersonLimits;
  readonly mostUnreadBytes?: number;
};

/** Wires all parts and listens. `replaced` exchanges parts for tests. */
export async function openServer(configuration: Configuration, overrides: ServerOverrides = {}): Promise<Server> {
  const opened: CloseStep[] = [];
  const close = async (): Promise<void> => {
    for (const one of opened.splice(0).reverse()) await one();
  };
  try {
    return { ...(await openAll(configuration, overrides, opened)), close };
  } catch (error) {
    // Parts that are already open would keep the process alive and the folder locked.
    await close();
    throw error;
  }
}

/** Closes one part. */
type CloseStep = () => Promise<void> | void;

async function openAll(
  configuration: Configuration,
  overrides: ServerOverrides,
  opened: CloseStep[],
): Promise<Omit<Server, 'close'>> {
  const log = overrides.log ?? createLog(configuration.logLevel);
  const store = overrides.store ?? (await openStore(configuration));
  opened.push(() => store.close());
  const chance = overrides.chance ?? systemChance;
  const clock = overrides.clock ?? systemClock;
  const uploads = createUploads(clock);
  const examiner = openExaminer({
    log: (line) => log.info({ sandbox: line }, 'sandbox'),
    addressOf: uploads.addressOf,
    gameLength: configuration.maxScriptGameMb * 2 ** 20,
    longestWaitMs: configuration.uploadWaitSeconds * 1000,
    rulesetWorker: overrides.rulesetWorker,
  });
  opened.push(() => examiner.close());
  const referees =
    overrides.referees ??
    refereeLookup({ cap: configuration.quantumCap, script: overrides.quantumWorker }, async (id) => {
      const ruleset = await store.rulesets.ruleset(id);
      return ruleset && examiner.loadReferee(ruleset);
    });
  opened.push(() => referees.close());
  const local = localStatistics(store.directory);
  const { statisticsService } = configuration;
  const poster = statisticsService === null ? null : openResultPoster(statisticsService, store);
  const service = await openService(
    {
      store,
      referees,
      clock,
      chance,
      hash: sha256,
      cache: memoryQueryCache({ maxBytes: MOST_CACHED_BYTES }),
      signals: localSignals(),
      examiner,
      statistics: poster === null ? local : recordInTurn(local, poster),
      log: { warn: (what, about) => log.warn(about, what), error: (what, about) => log.error(about, what) },
    },
    {
      waitingMs: configuration.waitingMinutes * 60_000,
      firstMoveMs: configuration.firstMoveSeconds * 1000,
      maxPlies: configuration.maxGamePlies,
    },
  );
  opened.push(() => service.close(), examiner.stopCompiling);
  if (poster !== null) opened.push(poster.close);
  const parts: ServerParts = {
    scores: rankedScores(local, store.people),
    ticks: clockTicks(service.queries),
    reads: createReadQuota(configuration.readsPerSecond, clock),
    backlog: createBacklog(overrides.mostUnreadBytes),
    nextTurn: eventLoopTurns(),
    configuration,
    log,
    clock,
    chance,
    uploads,
    builtInCards: referees.cards,
  };
  const { readiness, gauges } = service;
  const coreWith = (limits: PersonLimits | undefined): Core => ({
    ...parts,
    readiness,
    gauges,
    ...rateLimited(service, clock, limits),
  });
  const app = await openApp(coreWith(overrides.peopleLimits));
  const others: (Pick<Transport, 'speaks'> & OpenTransport)[] = [];
  // HTTP closes first.
  opened.push(
    async () => {
      for (const other of others) await other.close();
    },
    () => app.close(),
  );
  await app.listen({ host: configuration.httpHost, port: configuration.httpPort });
  for (const { speaks, peopleLimits, open } of transportsOf(configuration, overrides.quantumLimits)) {
    others.push({ speaks, ...(await open(coreWith(peopleLimits))) });
  }
  const address = addressOf(configuration, app.server.address() as AddressInfo);
  return { address, app, others, warmUp: examiner.warmUp };
}

/** A data folder has one server: clients of a second one would not get news of the first. */
export async function openStore({ data }: Pick<Configuration, 'data'>): Promise<Store> {
  if (data === null) return openMemoryStore();
  const { release } = lockFolder(data);
  const store = await openSqliteStore({ folder: data }).catch((error) => {
    release();
    throw error;
  });
  return { ...store, close: () => store.close().finally(release) };
}

function addressOf({ httpHost }: Configuration, { port }: AddressInfo): string {
  return `http://${httpHost.includes(':') ? `[${httpHost}]` : httpHost}:${port}`;
}
