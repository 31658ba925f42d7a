import {
  COSTLY,
  costOf,
  packPosition,
  type QuantumOptions,
  type QuantumPosition,
  quantumReferee,
  unpackPosition,
} from '@chessmith/quantum';
import {
  type Chance,
  type GameRecord,
  type Referee,
  type Refusal,
  type Ruling,
  refusal,
  type Setup,
  type Start,
  type View,
} from '@chessmith/rules';
import { err, mapOk, type Result } from '@chessmith/std';
import { openWorkerPool, WorkerLost, type WorkerPool } from '../worker-pool.js';
import type { QuantumJobs } from './jobs.js';
import {
  type CachedPosition,
  cachedPosition,
  isPosition,
  largeStateCache,
  routeTo,
  setPosition,
} from './position-cache.js';

export type ThreadedOptions = QuantumOptions & {
  readonly script?: URL;
  readonly most?: number;
  readonly mostBytes?: number;
};

/** Quantum chess whose large states are computed in worker threads. Call `prepare` before reading a position. */
export interface ThreadedReferee extends Referee<CachedPosition> {
  readonly workers: WorkerPool<QuantumJobs>;
  close(): Promise<void>;
}

/** Cost, in states, that loading one game may spend in the event loop. */
const MOST_IN_LOOP = 4 * COSTLY;
/** The cost of a move besides its states. */
const PER_MOVE = 32;
const LONGEST_IN_LOOP = 2048;
const MOST_BYTES = 256 * 2 ** 20;
/** A move draws one number for its measurement and one for the collapse after fifty moves. */
const RANDOM_NUMBERS_PER_MOVE = 2;

export function openThreadedReferee(options: ThreadedOptions = {}): ThreadedReferee {
  const { script = new URL('./worker.js', import.meta.url), most, mostBytes = MOST_BYTES, ...rules } = options;
  const local = quantumReferee(rules);
  const workers = openWorkerPool<QuantumJobs>(script, most === undefined ? {} : { most });
  const largeStates = largeStateCache(mostBytes);

  const isSmall = (position: QuantumPosition): boolean => 2 * costOf(position) < COSTLY;

  function store(one: CachedPosition, position: QuantumPosition, view: View | null = null): CachedPosition {
    setPosition(one, position, view);
    if (!isSmall(position)) largeStates.use(one);
    return one;
  }

  /** Computes the position: in the event loop while it is cheap, then in a worker. */
  async function compute(wanted: CachedPosition): Promise<void> {
    const { from, records } = routeTo(wanted);
    let position = isPosition(from) ? from : isQuickStart(from) ? local.resume(from) : null;
    let done = 0;
    let left = MOST_IN_LOOP;
    while (position !== null && done < records.length && isSmall(position) && left > 0) {
      position = local.replay(position, records[done++]!);
      left -= costOf(position) + PER_MOVE;
    }
    if (position !== null && done === records.length && isSmall(position)) {
      store(wanted, position);
      return;
    }
    const start = position === null ? (from as GameRecord) : packPosition(position);
    const { position: packed, view } = await workers.perform({
      kind: 'follow',
      from: start,
      records: records.slice(done),
    });
    store(wanted, unpackPosition(packed), view);
  }

  async function positionOf(wanted: CachedPosition): Promise<QuantumPosition> {
    while (wanted.position === null) {
      wanted.computing ??= compute(wanted).finally(() => {
        wanted.computing = null;
      });
      await wanted.computing;
    }
    if (!isSmall(wanted.position)) largeStates.use(wanted);
    return wanted.position;
  }

  /** For callers that did not prepare: correct, but may block the event loop. */
  function positionNow(wanted: CachedPosition): QuantumPosition {
    if (wanted.position !== null) return wanted.position;
    const { from, records } = routeTo(wanted);
    const start = isPosition(from) ? from : local.resume(from);
    const position = records.reduce((before, record) => local.replay(before, record), start);
    store(wanted, position);
    return position;
  }

  async function judge(
    before: CachedPosition,
    move: string,
    chance: Chance,
  ): Promise<Result<Ruling<CachedPosition>, Refusal>> {
    const position = await positionOf(before);
    if (isSmall(position)) {
      return mapOk(local.judge(position, move, chance), ({ after, ...ruling }) => ({
        ...ruling,
        after: setPosition(cachedPosition(before, ruling.record), after),
      }));
    }
    const randomNumbers = Array.from({ length: RANDOM_NUMBERS_PER_MOVE }, () => chance.real());
    const judged = await workers.perform({ kind: 'judge', position: packPosition(position), move, randomNumbers });
    return mapOk(judged, ({ position: packed, view, ...ruling }) => {
      const after = store(cachedPosition(before, ruling.record), unpackPosition(packed, position.history), view);
      return { ...ruling, after };
    });
  }

  async function start(setup: Setup, chance: Chance): Promise<Result<Start<CachedPosition>, Refusal>> {
    if (isQuick(setup.position ?? '')) {
      return mapOk(local.start(setup, chance), ({ position, record }) => ({
        record,
        position: setPosition(cachedPosition(null, record), position),
      }));
    }
    const started = await workers.perform({ kind: 'start', setup, options: rules });
    return mapOk(started, ({ position: packed, view, record }) => {
      return { record, position: store(cachedPosition(null, record), unpackPosition(packed), view) };
    });
  }

  return {
    workers,
    about: local.about,
    start: (setup, chance) => refuseIfWorkerLost(() => start(setup, chance)),
    judge: (before, move, chance) => refuseIfWorkerLost(() => judge(before, move, chance)),
    resume: (record) => cachedPosition(null, record),
    replay: (before, record) => cachedPosition(before, record),
    view(wanted) {
      wanted.view ??= local.view(positionNow(wanted), { kind: 'all' });
      return wanted.view;
    },
    snapshot: (wanted) => local.snapshot(positionNow(wanted)),
    restore: (snapshot) => cachedPosition(null, local.restore(snapshot)),
    forking: local.forking,
    pgn: local.pgn,
    inspection: {
      inspect: (wanted, inspection) =>
        refuseIfWorkerLost(async () => {
          const position = await positionOf(wanted);
          if (isSmall(position)) return local.inspection.inspect(position, inspection);
          return workers.perform({ kind: 'inspect', position: packPosition(position), inspection });
        }),
    },
    cost: {
      async prepare(wanted) {
        if (wanted.view === null) await positionOf(wanted);
      },
    },
    close: () => workers.close(),
  };
}

/** Whether a position is parsed in less than a millisecond. A list of moves may lead to any state. */
const isQuick = (text: string): boolean => text.length <= LONGEST_IN_LOOP && !/\smoves\s|\[/.test(text);

function isQuickStart({ open }: GameRecord): boolean {
  const { position, moves } = open as { readonly position: string; readonly moves?: readonly string[] };
  return moves === undefined && isQuick(position);
}

/** A lost worker is not the player's fault: the refusal asks to try again. */
async function refuseIfWorkerLost<T>(attempt: () => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof WorkerLost) return err(UNAVAILABLE);
    throw error;
  }
}

const UNAVAILABLE: Refusal = refusal('quantum/unavailable', 'The position could not be computed. Try again.');
