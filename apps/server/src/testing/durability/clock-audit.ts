import {
  type ClockReadings,
  type ClockSetting,
  epochMsOf,
  type Fact,
  type Instant,
  LAG_QUOTA_MS,
} from '@chessmith/game';
import type { Color } from '@chessmith/rules';

/** A period without a running server, in milliseconds of the machine's clock. */
export type Outage = { readonly fromMs: number; readonly toMs: number };

/** Two processes round differently, and the machine's clock may be trimmed. */
const ROUNDING_MS = 50;
/** The server stores a heartbeat once a second; time after the last one is not charged. Busy machines are late. */
export const MOST_UNCHARGED_MS = 10_000;

export type ClockFindings = {
  readonly violations: readonly string[];
  readonly resumed: number;
  /** The longest time that a player was not charged although the server ran. */
  readonly unchargedMs: number;
  readonly flags: number;
};

type Running = { readonly face: ClockReadings; readonly color: Color; readonly since: Instant };

/**
 * Recomputes the clocks of a game from its facts. No player is charged for an outage, except in games counted in days;
 * none gains more than the increment and the lag compensation; no flag falls early.
 */
export function auditClocks(facts: readonly Fact[], outages: readonly Outage[]): ClockFindings {
  const violations: string[] = [];
  const found = { resumed: 0, unchargedMs: 0, flags: 0 };
  let setting: ClockSetting = { kind: 'none' };
  let running: Running | null = null;
  let first: Color = 'white';

  const charge = (to: Instant, what: string): number => {
    const { since } = running!;
    const ms = Math.max(epochMsOf(to) - epochMsOf(since), 0);
    const down = setting.kind === 'days-per-move' ? 0 : overlapMs(since, to, outages);
    if (down > ROUNDING_MS) violations.push(`${what} charges ${Math.round(down)} ms of an outage`);
    return ms;
  };
  const expectFace = (what: string, face: ClockReadings, leftMs: number, forgivableMs = 0) => {
    const ms = face.remainingMs[running!.color];
    if (ms < leftMs || ms > leftMs + forgivableMs) violations.push(`${what} leaves ${ms} ms instead of ${leftMs}`);
  };

  for (const fact of facts) {
    const what = `${fact.type} of ${fact.at}`;
    switch (fact.type) {
      case 'GameConfigured':
        setting = fact.configuration.clock;
        first = fact.turn;
        break;
      case 'GameStarted':
        running = fact.clocks && { face: fact.clocks, color: first, since: fact.at };
        break;
      case 'MovePlayed': {
        if (running === null) break;
        const tookMs = charge(fact.at, what);
        if (fact.tookMs !== tookMs) violations.push(`${what} took ${tookMs} ms, not ${fact.tookMs}`);
        const leftMs = running.face.remainingMs[fact.color] - tookMs;
        const forgivable = Math.min(LAG_QUOTA_MS, tookMs);
        if (setting.kind === 'per-player') expectFace(what, fact.clocks!, leftMs + setting.incrementMs, forgivable);
        else if (leftMs + forgivable <= 0) violations.push(`${what} came after its flag`);
        running = { face: fact.clocks!, color: fact.turn, since: fact.at };
        break;
      }
      case 'TakebackAccepted':
        if (running === null) break;
        if (setting.kind === 'per-player') {
          expectFace(what, fact.clocks!, running.face.remainingMs[running.color] - charge(fact.at, what));
        }
        running = { face: fact.clocks!, color: fact.turn, since: fact.at };
        break;
      case 'ClocksResumed': {
        if (running === null || setting.kind === 'days-per-move') {
          violations.push(`${what} resumes a clock that was not stopped`);
          break;
        }
        found.resumed += 1;
        expectFace(what, fact.clocks, running.face.remainingMs[running.color] - charge(fact.downSince, what));
        const uncharged = aliveMs(running.since, fact.downSince, fact.at, outages);
        found.unchargedMs = Math.max(found.unchargedMs, uncharged);
        if (uncharged > MOST_UNCHARGED_MS)
          violations.push(`${what} does not charge ${Math.round(uncharged)} ms of a running server`);
        running = { face: fact.clocks, color: running.color, since: fact.at };
        break;
      }
      case 'FlagFell':
        found.flags += 1;
        // A flag that fell before the outage is recorded when the server is back.
        if (running !== null && wasOverBefore(running, fact.at, outages)) break;
        if (running === null || charge(fact.at, what) < running.face.remainingMs[running.color]) {
          violations.push(`${what} is too early`);
        }
        break;
      case 'GameEnded':
        running = null;
        break;
    }
  }
  return { violations, ...found };
}

function wasOverBefore({ face, color, since }: Running, at: Instant, outages: readonly Outage[]): boolean {
  const overAt = epochMsOf(since) + face.remainingMs[color];
  const first = outages.find(({ fromMs, toMs }) => toMs > epochMsOf(since) && fromMs < epochMsOf(at));
  return first !== undefined && first.fromMs >= overAt;
}

function overlapMs(from: Instant, to: Instant, outages: readonly Outage[]): number {
  const [start, end] = [epochMsOf(from), epochMsOf(to)];
  return outages.reduce((sum, { fromMs, toMs }) => sum + Math.max(Math.min(end, toMs) - Math.max(start, fromMs), 0), 0);
}

/** How long a server ran between its last heartbeat and the resumption of the clocks, while this clock was running. */
function aliveMs(since: Instant, downSince: Instant, at: Instant, outages: readonly Outage[]): number {
  const from = epochMsOf(since) > epochMsOf(downSince) ? since : downSince;
  const until = outages.findLast(({ fromMs }) => fromMs <= epochMsOf(at) && fromMs >= epochMsOf(from) - ROUNDING_MS);
  return until === undefined ? 0 : Math.max(until.fromMs - epochMsOf(from) - overlapBetween(from, until, outages), 0);
}

const overlapBetween = (from: Instant, { fromMs }: Outage, outages: readonly Outage[]): number =>
  overlapMs(from, new Date(fromMs).toISOString() as Instant, outages);
