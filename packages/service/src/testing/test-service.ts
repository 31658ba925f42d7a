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

/** A service over a store, with everything around it in the hands of the test. */
export type TestService = {
  readonly service: Service;
  readonly clock: VirtualClock;
  readonly ports: Ports;
  readonly anna: PersonId;
  readonly bert: PersonId;
  readonly tokens: { readonly anna: string; readonly bert: string };
  readonly results: readonly FinishedGame[];
  readonly logged: readonly string[];
  /** Another service on the same store; the first one goes on unless it is closed. */
  another(ports?: Partial<Ports>): Promise<Service>;
};

/** Clocks run from the start unless the test says otherwise. */
export async function openTestService(
  store: Store,
  said: Partial<Ports> = {},
  more: Partial<Limits> = {},
): Promise<TestService> {
  const limits = { firstMoveMs: 0, ...more };
  const clock = createVirtualClock();
  const results: FinishedGame[] = [];
  const logged: string[] = [];
  const log = (what: string): void => void logged.push(what);
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
    ...said,
  };
  const service = await openService(ports, limits);
  const guest = async (name: string) => unwrap(await service.createGuest({ name }));
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

/** A game between Anna with white and Bert with black. */
export async function startGame({ service, anna, bert }: TestService, wish: GameOptions = {}): Promise<GameId> {
  const { game } = unwrap(await service.createGame(anna, { side: 'white', ...wish }));
  unwrap(await service.command(bert, game, { type: 'JoinGame' }));
  return game;
}

export const move = (text: string): GameCommand => ({ type: 'PlayMove', move: text });

/** The shortest game there is. */
export const FOOLS_MATE = ['f3', 'e5', 'g4', 'Qh4'];

/** Plays moves by turns, Anna first. */
export async function playMoves(testService: TestService, game: GameId, ...moves: string[]): Promise<void> {
  let ply = unwrap(await testService.service.game(game, null)).ply as number;
  for (const text of moves) {
    unwrap(await testService.service.command(ply % 2 === 0 ? testService.anna : testService.bert, game, move(text)));
    ply++;
  }
}

/** Examines rules without code, as far as tests of everything else need it. */
const jsonExaminer: RulesetExaminer = {
  forms: ['json'],
  async examine(_form, source) {
    const ruleset = readRuleset(JSON.parse(source));
    if (!ruleset.ok) return err({ code: ruleset.error[0]!.code, message: ruleset.error[0]!.message, facts: {} });
    return ok({ about: classicalReferee(ruleset.value).about, card: null, report: null });
  },
};

export const codeOf = (answer: Result<unknown, ServiceRefusal>): string => (answer.ok ? 'ok' : answer.error.code);

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

/** The smallest cache that keeps the promises of one, as JSON text, so that nothing is shared by accident. */
export function mapCache(): QueryCache {
  const kept = new Map<string, { readonly text: string; readonly until: (now: string, turn: number) => boolean }>();
  return {
    async retrieve(key, { now, turn = Number.POSITIVE_INFINITY }) {
      const found = kept.get(key);
      return found?.until(now, turn) ? (JSON.parse(found.text) as Json) : undefined;
    },
    async store(key, answer, expiry) {
      const until = (now: string, turn: number) =>
        expiry.kind === 'never' || (expiry.kind === 'at' ? now < expiry.instant : turn <= expiry.turn);
      kept.set(key, { text: JSON.stringify(answer), until });
    },
    async delete(keys) {
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

/** Hints that reach nobody: nodes then learn of each other only by conflicts. */
export const noSignals: VersionSignals = { send: () => {}, listen: () => () => {} };

/** All of them, when the last has come. */
export async function pgns(texts: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const text of texts) all.push(text);
  return all;
}
