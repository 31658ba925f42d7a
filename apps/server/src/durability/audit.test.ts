import {
  configure,
  type Fact,
  fact,
  type GameId,
  type Instant,
  instantAt,
  type Millis,
  type RulesetId,
} from '@chessmith/game';
import type { CommandReceipt, NumberedFact } from '@chessmith/service';
import { describe, expect, test } from 'vitest';
import { changedSince, violationsOf } from '../testing/durability/audit.js';
import { auditClocks } from '../testing/durability/clock-audit.js';
import type { AcknowledgedCommand, GameRecord } from '../testing/durability/journal.js';

const NOON = Date.parse('2026-01-01T12:00:00.000Z');
const at = (seconds: number): Instant => instantAt(NOON + seconds * 1000);
const face = (white: number, black = 60) => ({
  remainingMs: { white: (white * 1000) as Millis, black: (black * 1000) as Millis },
  lagQuotaMs: { white: 500 as Millis, black: 500 as Millis },
});
const started = (clock: Parameters<typeof configure>[0]['clock']): Fact[] => [
  fact('GameConfigured', at(0), {
    configuration: configure({ ruleset: 'standard' as RulesetId, clock: clock! }),
    start: null,
    turn: 'white',
  }),
  fact('GameStarted', at(0), { clocks: face(60) }),
];
const MINUTE = { kind: 'per-player', playerMs: 60_000 as Millis, incrementMs: 0 as Millis } as const;
const moved = (seconds: number, took: number, left: number): Fact =>
  fact('MovePlayed', at(seconds), {
    ...{ color: 'white', ply: 0, notation: 'e4', record: null, happened: [], usedChance: false, turn: 'black' },
    ...{ tookMs: took * 1000, clocks: face(left) },
  } as never);
const resumed = (seconds: number, down: number, left: number): Fact =>
  fact('ClocksResumed', at(seconds), { downSince: at(down), clocks: face(left) });

/** Down from the 10th to the 40th second. */
const OUTAGE = [{ fromMs: NOON + 10_000, toMs: NOON + 40_000 }];

describe('the audit of clocks', () => {
  test.each<[string, Fact[], RegExp | null]>([
    [
      'finds nothing where the outage is not charged',
      [...started(MINUTE), resumed(41, 9.5, 50.5), moved(45, 4, 46.5)],
      null,
    ],
    ['finds a move that is charged for it', [...started(MINUTE), moved(45, 45, 15)], /charges 30000 ms/],
    ['finds clocks that went on too early', [...started(MINUTE), resumed(41, 20, 40)], /charges 10000 ms/],
    ['finds time out of nowhere', [...started(MINUTE), resumed(41, 9.5, 60)], /leaves 60000 ms instead of 50500/],
    ['finds a flag that falls early', [...started(MINUTE), fact('FlagFell', at(9), { color: 'white' })], /too early/],
    [
      'finds a flag that falls by it',
      [...started(MINUTE), fact('FlagFell', at(70), { color: 'white' })],
      /charges 30000 ms/,
    ],
    [
      'lets a flag fall afterwards that had fallen before',
      [
        ...started(MINUTE),
        fact('GameStarted', at(0), { clocks: face(9) }),
        fact('FlagFell', at(41), { color: 'white' }),
      ],
      null,
    ],
    ['lets days go on', [...started({ kind: 'days-per-move', days: 1 }), moved(45, 45, 60)], null],
  ])('%s', (_, facts, lie) => {
    const { violations } = auditClocks(facts, OUTAGE);
    if (lie === null) expect(violations).toEqual([]);
    else expect(violations).toContainEqual(expect.stringMatching(lie));
  });
});

describe('the audit of answers', () => {
  const facts = started(MINUTE).map((one, index): NumberedFact => ({ version: (index + 1) as never, fact: one }));
  const done = (version: number, ...types: string[]): AcknowledgedCommand => ({
    by: null as never,
    key: `key-${version}`,
    answer: { version, facts: types } as unknown as CommandReceipt,
    repeat: () => Promise.resolve(null),
  });
  const record = (...all: AcknowledgedCommand[]): GameRecord => ({
    ...{ id: 'game' as GameId, isRematch: false, done: all },
    ...{ chat: ['hello'], received: [] },
  });
  const BOTH = done(2, 'GameConfigured', 'GameStarted');
  const told = { facts, lines: ['hello'], news: [] };

  test.each<[string, GameRecord, typeof told, RegExp | null]>([
    ['finds nothing where all is told', record(BOTH), told, null],
    ['finds what is missing', record(BOTH, done(3, 'MovePlayed')), told, /key-3 .* was acknowledged and is missing/],
    ['finds what nobody asked for', record(done(1, 'GameConfigured')), told, /GameStarted at version 2 has 0 commands/],
    [
      'finds what was done twice',
      record(BOTH, done(2, 'GameStarted')),
      told,
      /GameStarted at version 2 has 2 commands/,
    ],
    ['finds a gap', record(), { ...told, facts: facts.slice(1) }, /version 1 is missing/],
    ['finds lines that are gone', record(BOTH), { ...told, lines: [] }, /"hello" is stored 0 times/],
    ['finds lines that are doubled', record(BOTH), { ...told, lines: ['hello', 'hello'] }, /"hello" is stored 2 times/],
  ])('%s', (_, known, heard, lie) => {
    const lies = violationsOf(known, heard);
    if (lie === null) expect(lies).toEqual([]);
    else expect(lies).toContainEqual(expect.stringMatching(lie));
  });

  test('finds facts that have changed', () => {
    const changed = [facts[0]!, { ...facts[1]!, fact: { ...facts[1]!.fact, at: at(1) } }];
    expect(changedSince('game' as GameId, facts, facts)).toEqual([]);
    expect(changedSince('game' as GameId, facts, changed)).toHaveLength(1);
  });
});
