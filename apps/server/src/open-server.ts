import type { AddressInfo } from 'node:net';
import { type Clock, openLocalStatistics, openService, type ServerChance, type Store } from '@chessmith/service';
import { holdFolder, openMemoryCache, openMemoryStore, openSqliteStore } from '@chessmith/store';
import type { Logger } from 'pino';
import type { Configuration } from './configuration.js';
import type { Core } from './core.js';
import { systemChance } from './edge/chance.js';
import { systemClock } from './edge/clock.js';
import { sha256 } from './edge/digest.js';
import { openHints } from './edge/hints.js';
import { openReferees } from './edge/referees.js';
import { openScores } from './edge/scores.js';
import { inTurn, openResultPost } from './edge/statistics.js';
import { openWorkshop } from './edge/workshop.js';
import { type App, openApp } from './http/app.js';
import { openLog } from './log.js';
import { openQuantumTcp, type QuantumLimits, type QuantumTcp } from './quantum-tcp/quantum-tcp.js';

export type Server = {
  /** Where it listens, as `http://localhost:8080`. */
  readonly address: string;
  readonly app: App;
  /** Where seed 001's protocol is spoken, as `localhost:9000`; null where it is not. */
  readonly quantumAddress: string | null;
  /** Starts in the background what is slow to start. */
  warmUp(): void;
  /** Lets what was asked for come to its end, then lets go of everything. */
  close(): Promise<void>;
};

export type Replaced = {
  readonly log?: Logger;
  readonly store?: Store;
  readonly chance?: ServerChance;
  readonly clock?: Clock;
  readonly referees?: ReturnType<typeof openReferees>;
  /** What the threads for large quantum states run. */
  readonly quantumWorker?: URL;
  readonly quantumLimits?: Partial<QuantumLimits>;
};

/** Wires everything and listens; what a test wants otherwise is given in `replaced`. */
export async function openServer(configuration: Configuration, replaced: Replaced = {}): Promise<Server> {
  const log = replaced.log ?? openLog(configuration.logLevel);
  const store = replaced.store ?? (await openStore(configuration));
  const chance = replaced.chance ?? systemChance;
  const clock = replaced.clock ?? systemClock;
  const workshop = openWorkshop({ log: (line) => log.info({ sandbox: line }, 'sandbox') });
  const referees =
    replaced.referees ??
    openReferees({ cap: configuration.quantumCap, script: replaced.quantumWorker }, async (id) => {
      const ruleset = await store.rulesets.ruleset(id);
      return ruleset && workshop.refereeOf(ruleset);
    });
  const local = openLocalStatistics(store.directory);
  const { statisticsService } = configuration;
  const elsewhere = statisticsService === null ? null : openResultPost(statisticsService, store);
  const service = await openService({
    store,
    referees,
    clock,
    chance,
    digest: sha256,
    cache: openMemoryCache({ maxAnswers: 100_000 }),
    hints: openHints(),
    workshop,
    statistics: elsewhere === null ? local : inTurn(local, elsewhere),
    log: { warn: (what, about) => log.warn(about, what), error: (what, about) => log.error(about, what) },
  });
  const core: Core = {
    service,
    scores: openScores(local, store.people),
    settings: store.settings,
    configuration,
    log,
    clock,
    chance,
    rulesets: referees.cards,
  };
  const app = await openApp(core);
  let quantum: QuantumTcp | undefined;
  const close = async (): Promise<void> => {
    await app.close();
    await quantum?.close();
    elsewhere?.close();
    await service.close();
    await referees.close();
    await workshop.close();
    await store.close();
  };
  try {
    await app.listen({ host: configuration.httpHost, port: configuration.httpPort });
    const { quantumHost: host, quantumPort: port, quantumBoard: board } = configuration;
    const limits = replaced.quantumLimits;
    if (port !== null) quantum = await openQuantumTcp(core, { host, port, board, limits });
  } catch (error) {
    await close();
    throw error;
  }
  const address = addressOf(configuration, app.server.address() as AddressInfo);
  return { address, app, quantumAddress: quantum?.address ?? null, warmUp: workshop.warmUp, close };
}

/** A folder has one server: what a second one did would be news to nobody who is connected to the first. */
export async function openStore({ data }: Pick<Configuration, 'data'>): Promise<Store> {
  if (data === null) return openMemoryStore();
  const { release } = holdFolder(data);
  const store = await openSqliteStore({ folder: data }).catch((error) => {
    release();
    throw error;
  });
  return { ...store, close: () => store.close().finally(release) };
}

function addressOf({ httpHost }: Configuration, { port }: AddressInfo): string {
  return `http://${httpHost.includes(':') ? `[${httpHost}]` : httpHost}:${port}`;
}
