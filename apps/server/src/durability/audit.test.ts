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

/** From the 10th to the 40th second. */
const OUTAGE = [{ fromMs: NOON + 10_000, toMs: NOON + 40_000 }];

describe('the clock audit', () => {
  test.each<[string, Fact[], RegExp | null]>([
    ['accepts an outage that is not charged', [...started(MINUTE), resumed(41, 9.5, 50.5), moved(45, 4, 46.5)], null],
    ['finds a move that is charged for an outage', [...started(MINUTE), moved(45, 45, 15)], /charges 30000 ms/],
    ['finds clocks that resumed too early', [...started(MINUTE), resumed(41, 20, 40)], /charges 10000 ms/],
    ['finds time that was added', [...started(MINUTE), resumed(41, 9.5, 60)], /leaves 60000 ms instead of 50500/],
    ['finds a flag that falls early', [...started(MINUTE), fact('FlagFell', at(9), { color: 'white' })], /too early/],
    [
      'finds a flag that falls because of an outage',
      [...started(MINUTE), fact('FlagFell', at(70), { color: 'white' })],
      /charges 30000 ms/,
    ],
    [
      'accepts a flag that fell before the outage and is stored after it',
      [
        ...started(MINUTE),
        fact('GameStarted', at(0), { clocks: face(9) }),
        fact('FlagFell', at(41), { color: 'white' }),
      ],
      null,
    ],
    [
      'accepts outages in games counted in days',
      [...started({ kind: 'days-per-move', days: 1 }), moved(45, 45, 60)],
      null,
    ],
  ])('%s', (_, facts, expected) => {
    const { violations } = auditClocks(facts, OUTAGE);
    if (expected === null) expect(violations).toEqual([]);
    else expect(violations).toContainEqual(expect.stringMatching(expected));
  });
});

describe('the audit of acknowledgements', () => {
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
  const reported = { facts, lines: ['hello'], news: [] };

  test.each<[string, GameRecord, typeof reported, RegExp | null]>([
    ['accepts a complete report', record(BOTH), reported, null],
    ['finds a lost command', record(BOTH, done(3, 'MovePlayed')), reported, /key-3 .* was acknowledged and is missing/],
    [
      'finds a fact without a command',
      record(done(1, 'GameConfigured')),
      reported,
      /GameStarted at version 2 has 0 commands/,
    ],
    [
      'finds a command that was executed twice',
      record(BOTH, done(2, 'GameStarted')),
      reported,
      /GameStarted at version 2 has 2 commands/,
    ],
    ['finds a missing version', record(), { ...reported, facts: facts.slice(1) }, /version 1 is missing/],
    ['finds a lost chat line', record(BOTH), { ...reported, lines: [] }, /"hello" is stored 0 times/],
    [
      'finds a duplicate chat line',
      record(BOTH),
      { ...reported, lines: ['hello', 'hello'] },
      /"hello" is stored 2 times/,
    ],
  ])('%s', (_, known, report, expected) => {
    const violations = violationsOf(known, report);
    if (expected === null) expect(violations).toEqual([]);
    else expect(violations).toContainEqual(expect.stringMatching(expected));
  });

  test('finds changed facts', () => {
    const changed = [facts[0]!, { ...facts[1]!, fact: { ...facts[1]!.fact, at: at(1) } }];
    expect(changedSince('game' as GameId, facts, facts)).toEqual([]);
    expect(changedSince('game' as GameId, facts, changed)).toHaveLength(1);
  });
});
