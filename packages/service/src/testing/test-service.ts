import { createHash, randomBytes } from 'node:crypto';
import type { GameId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import { classicalReferee, type Referee, readRuleset, rulesetNamed } from '@chessmith/rules';
import { err, ok, type Result, seededRandom, unwrap } from '@chessmith/std';
import { type Limits, openService, type Ports } from '../open-service.js';
import type {
  FinishedGame,
  Json,
  QueryCache,
  RulesetExaminer,
  ServerChance,
  Store,
  VersionSignal,
  VersionSignals,
} from '../ports/index.js';
import type { GameCommand, GameOptions, Service, ServiceRefusal } from '../service.js';
import { createVirtualClock, type VirtualClock } from './virtual-clock.js';

/** A service over a store, with all other ports controlled by the test. */
export type TestService = {
  readonly service: Service;
  readonly clock: VirtualClock;
  readonly ports: Ports;
  readonly anna: PersonId;
  readonly bert: PersonId;
  readonly tokens: { readonly anna: string; readonly bert: string };
  readonly results: readonly FinishedGame[];
  readonly logged: readonly string[];
  /** Another service on the same store; the first one stays open. */
  another(ports?: Partial<Ports>): Promise<Service>;
};

/** Opens a test service on the store under test. */
export type OpenTestService = (ports?: Partial<Ports>, limits?: Partial<Limits>) => Promise<TestService>;

/** Opens a service with a virtual clock and two guests. By default, clocks run from the start. */
export async function openTestService(
  store: Store,
  portOverrides: Partial<Ports> = {},
  limitOverrides: Partial<Limits> = {},
): Promise<TestService> {
  const limits = { firstMoveMs: 0, ...limitOverrides };
  const clock = createVirtualClock();
  const results: FinishedGame[] = [];
  const logged: string[] = [];
  const log = (message: string): void => void logged.push(message);
  const ports: Ports = {
    store,
    clock,
    chance: testChance(),
    hash: (text) => createHash('sha256').update(text).digest('hex'),
    referees: { referee: refereeNamed },
    cache: mapCache(),
    signals: localSignals(),
    examiner: jsonExaminer,
    statistics: { record: async (result) => void results.push(result) },
    log: { warn: log, error: log },
    ...portOverrides,
  };
  const service = await openService(ports, limits);
  const guest = async (name: string) => unwrap(await service.people.createGuest({ name }));
  const [anna, bert] = [await guest('Anna'), await guest('Bert')];
  return {
    service,
    clock,
    ports,
    anna: anna.person.id,
    bert: bert.person.id,
    tokens: { anna: anna.token, bert: bert.token },
    results,
    logged,
    another: (more = {}) => openService({ ...ports, ...more }, limits),
  };
}

/** A game between Anna (white) and Bert (black). */
export async function startGame({ service, anna, bert }: TestService, options: GameOptions = {}): Promise<GameId> {
  const { game } = unwrap(await service.games.create(anna, { side: 'white', ...options }));
  unwrap(await service.games.command(bert, game, { type: 'JoinGame' }));
  return game;
}

export const move = (text: string): GameCommand => ({ type: 'PlayMove', move: text });

/** The shortest possible checkmate. */
export const FOOLS_MATE = ['f3', 'e5', 'g4', 'Qh4'];

/** Plays moves for both sides; Anna is white. */
export async function playMoves(testService: TestService, game: GameId, ...moves: string[]): Promise<void> {
  let ply = unwrap(await testService.service.queries.view(game, null)).ply as number;
  for (const text of moves) {
    unwrap(
      await testService.service.games.command(ply % 2 === 0 ? testService.anna : testService.bert, game, move(text)),
    );
    ply++;
  }
}

/** Accepts rulesets written as JSON. */
const jsonExaminer: RulesetExaminer = {
  formats: ['json'],
  async examine(_form, source) {
    const ruleset = readRuleset(JSON.parse(source));
    if (!ruleset.ok) return err({ code: ruleset.error[0]!.code, message: ruleset.error[0]!.message, facts: {} });
    return ok({ about: classicalReferee(ruleset.value).about, card: null, report: null });
  },
};

export const codeOf = (result: Result<unknown, ServiceRefusal>): string => (result.ok ? 'ok' : result.error.code);

const referees = new Map<string, Referee>();

function refereeNamed(name: string): Referee | undefined {
  const ruleset = rulesetNamed(name);
  if (ruleset === undefined) return undefined;
  const referee = referees.get(name) ?? (classicalReferee(ruleset) as Referee);
  referees.set(name, referee);
  return referee;
}

function testChance(): ServerChance {
  const random = seededRandom(randomBytes(6).readUIntBE(0, 6));
  return {
    int: (bound) => random.int(bound),
    real: () => random.next(),
    bytes: (count) => Uint8Array.from({ length: count }, () => random.int(256)),
  };
}

/** A minimal cache that stores JSON text, so that callers share no objects. */
export function mapCache(): QueryCache {
  const kept = new Map<string, { readonly text: string; readonly isValid: (now: string, turn: number) => boolean }>();
  return {
    retrieve(key, { now, turn = Number.POSITIVE_INFINITY }) {
      const found = kept.get(key);
      return found?.isValid(now, turn) ? (JSON.parse(found.text) as Json) : undefined;
    },
    store(key, result, expiry) {
      const isValid = (now: string, turn: number) =>
        expiry.kind === 'never' || (expiry.kind === 'at' ? now < expiry.instant : turn <= expiry.turn);
      kept.set(key, { text: JSON.stringify(result), isValid });
    },
    delete(keys) {
      for (const key of keys) kept.delete(key);
    },
  };
}

export function localSignals(): VersionSignals {
  const listeners = new Set<(signal: VersionSignal) => void>();
  return {
    send(signal) {
      for (const listener of listeners) listener(signal);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Signals that are lost: servers learn of each other only by version conflicts. */
export const noSignals: VersionSignals = { send: () => {}, listen: () => () => {} };

export async function pgns(texts: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const text of texts) all.push(text);
  return all;
}
