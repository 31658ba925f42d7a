import { type GameId, type Instant, later, type Millis, SERVER } from '@chessmith/game';
import { type Directory, type Heartbeat, type ListedGame, type Log, StoreUnavailable } from '../ports/index.js';
import type { Time } from '../time.js';
import type { HandleCommand } from './command-batch.js';
import type { GameSummary } from './listing.js';

const CENTURY_MS = 100 * 365 * 86_400_000;
const MAX_GAMES = 1_000_000;
const BATCH_SIZE = 100;

/** Dependencies of measuring the downtime and resuming the clocks. */
export type ClockResumption = {
  readonly heartbeat: Heartbeat;
  readonly directory: Directory;
  readonly handleCommand: HandleCommand;
  readonly time: Time;
  readonly log: Log;
};

/**
 * Resumes games after downtime. The start is recorded only after that: a server that is killed in between charges no
 * player.
 */
export async function resumeAfterDowntime(deps: ClockResumption): Promise<void> {
  const { heartbeat, time } = deps;
  const aliveAt = await heartbeat.lastBeat();
  if (aliveAt !== undefined && aliveAt !== time.now()) await resumeClocks(deps, aliveAt);
  await heartbeat.recordStartup(time.now());
}

/**
 * Resumes clocks from their state at the last heartbeat. Clocks with days per move have kept running, and a flag that
 * fell before stays fallen. Rejects with `StoreUnavailable` if some clock could not be resumed; the caller may then
 * retry.
 */
export async function resumeClocks(
  { directory, handleCommand, time, log }: ClockResumption,
  downSince: Instant,
): Promise<void> {
  const now = time.now();
  const due = await directory.dueBefore(later(now, CENTURY_MS as Millis), MAX_GAMES);
  const running = due.filter(({ situation }) => situation === 'running');
  // If the machine's clock was set back, clocks with days per move would stop until it catches up.
  const paused = (now < downSince ? running : running.filter(pausedInDowntime)).map(({ game }) => game);
  for (let done = 0; done < paused.length; done += BATCH_SIZE) {
    await Promise.all(paused.slice(done, done + BATCH_SIZE).map((game) => resume(handleCommand, log, game, downSince)));
  }
}

async function resume(handleCommand: HandleCommand, log: Log, game: GameId, downSince: Instant): Promise<void> {
  const answer = await handleCommand({
    by: SERVER,
    game,
    delivery: {},
    body: { type: 'ResumeClocks', downSince },
    commands: () => [{ type: 'ResumeClocks', by: SERVER, downSince }],
    keyFor: ({ version }) => `resume:${version}`,
    isAllowedInOutage: true,
  });
  if (answer.ok || EXPECTED_REFUSALS.has(answer.error.code)) return;
  if (answer.error.code === 'store/unavailable')
    throw new StoreUnavailable('the clocks of a game could not be resumed');
  log.error('the clocks of a game could not be resumed', { game, refusal: answer.error });
}

/** The flag fell before, the clock kept running, or the game ended meanwhile. */
const EXPECTED_REFUSALS: ReadonlySet<string> = new Set(['game/flag-fallen', 'game/clock-not-pausable', 'game/ended']);

const pausedInDowntime = ({ summary }: ListedGame): boolean =>
  (summary as unknown as GameSummary).clock?.kind !== 'days-per-move';
