import {
  type ClockReadings,
  type ClockSetting,
  epochMsOf,
  type Fact,
  type Instant,
  LAG_QUOTA_MS,
} from '@chessmith/game';
import type { Color } from '@chessmith/rules';

/** A time in which no server lived, in milliseconds of the machine's clock. */
export type Outage = { readonly fromMs: number; readonly toMs: number };

/** Two processes round differently, and the machine's clock may be trimmed. */
const ROUNDING_MS = 50;
/** The server says once a second that it lives; what it lived beyond that is given to the player. Busy machines are late. */
export const MOST_GIVEN_MS = 10_000;

export type ClockFindings = {
  readonly lies: readonly string[];
  readonly resumed: number;
  /** The most that anybody was not charged though the server lived. */
  readonly givenMs: number;
  readonly flags: number;
};

type Running = { readonly face: ClockReadings; readonly color: Color; readonly since: Instant };

/**
 * Goes through the facts of a game with a second reckoning of its clocks. Nobody is charged for an outage, except where
 * days are counted; nobody gains more than the increment and the forgiven delay; no flag falls early.
 */
export function auditClocks(facts: readonly Fact[], outages: readonly Outage[]): ClockFindings {
  const lies: string[] = [];
  const found = { resumed: 0, givenMs: 0, flags: 0 };
  let setting: ClockSetting = { kind: 'none' };
  let running: Running | null = null;
  let first: Color = 'white';

  const charge = (to: Instant, what: string): number => {
    const { since } = running!;
    const ms = Math.max(epochMsOf(to) - epochMsOf(since), 0);
    const down = setting.kind === 'days-per-move' ? 0 : overlapMs(since, to, outages);
    if (down > ROUNDING_MS) lies.push(`${what} charges ${Math.round(down)} ms in which the server was down`);
    return ms;
  };
  const expectFace = (what: string, face: ClockReadings, leftMs: number, forgivableMs = 0) => {
    const ms = face.remainingMs[running!.color];
    if (ms < leftMs || ms > leftMs + forgivableMs) lies.push(`${what} leaves ${ms} ms instead of ${leftMs}`);
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
        if (fact.tookMs !== tookMs) lies.push(`${what} took ${tookMs} ms, not ${fact.tookMs}`);
        const leftMs = running.face.remainingMs[fact.color] - tookMs;
        const forgivable = Math.min(LAG_QUOTA_MS, tookMs);
        if (setting.kind === 'per-player') expectFace(what, fact.clocks!, leftMs + setting.incrementMs, forgivable);
        else if (leftMs + forgivable <= 0) lies.push(`${what} came after its flag`);
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
          lies.push(`${what} resumes a clock that never stood`);
          break;
        }
        found.resumed += 1;
        expectFace(what, fact.clocks, running.face.remainingMs[running.color] - charge(fact.downSince, what));
        const given = aliveMs(running.since, fact.downSince, fact.at, outages);
        found.givenMs = Math.max(found.givenMs, given);
        if (given > MOST_GIVEN_MS) lies.push(`${what} gives ${Math.round(given)} ms to a player`);
        running = { face: fact.clocks, color: running.color, since: fact.at };
        break;
      }
      case 'FlagFell':
        found.flags += 1;
        // Whose time was over before the server went down is told so when it is back.
        if (running !== null && wasOverBefore(running, fact.at, outages)) break;
        if (running === null || charge(fact.at, what) < running.face.remainingMs[running.color]) {
          lies.push(`${what} is too early`);
        }
        break;
      case 'GameEnded':
        running = null;
        break;
    }
  }
  return { lies, ...found };
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

/** For how long a server lived between the last sign of life and the moment the clocks went on, in which this one ran. */
function aliveMs(since: Instant, downSince: Instant, at: Instant, outages: readonly Outage[]): number {
  const from = epochMsOf(since) > epochMsOf(downSince) ? since : downSince;
  const until = outages.findLast(({ fromMs }) => fromMs <= epochMsOf(at) && fromMs >= epochMsOf(from) - ROUNDING_MS);
  return until === undefined ? 0 : Math.max(until.fromMs - epochMsOf(from) - overlapBetween(from, until, outages), 0);
}

const overlapBetween = (from: Instant, { fromMs }: Outage, outages: readonly Outage[]): number =>
  overlapMs(from, new Date(fromMs).toISOString() as Instant, outages);
