import { type GameId, type Instant, later, type Millis, SERVER } from '@chessmith/game';
import type { Directory, Heartbeat, ListedGame, Log } from '../ports/index.js';
import type { Time } from '../time.js';
import type { GameSummary } from './listing.js';
import type { Perform } from './perform.js';

const YEARS_MS = 100 * 365 * 86_400_000;
const MOST_GAMES = 1_000_000;
const AT_ONCE = 100;

type Around = {
  readonly heartbeat: Heartbeat;
  readonly directory: Directory;
  readonly perform: Perform;
  readonly time: Time;
  readonly log: Log;
};

/**
 * Takes up games after the server was down. The next sign of life is given when all are taken up: a server that is killed
 * before that has charged nobody either.
 */
export async function wakeUp(around: Around): Promise<void> {
  const { heartbeat, time } = around;
  const aliveAt = await heartbeat.lastSign();
  if (aliveAt !== undefined && aliveAt !== time.now()) await resumeClocks(around, aliveAt);
  await heartbeat.wake(time.now());
}

/**
 * Lets clocks go on from where they stood at the last sign of life. With days per move they went on meanwhile; and a flag that
 * fell before stays fallen.
 */
async function resumeClocks({ directory, perform, time, log }: Around, downSince: Instant): Promise<void> {
  const running = await directory.dueBefore(later(time.now(), YEARS_MS as Millis), MOST_GAMES);
  const standing = running.filter(standsStill).map(({ game }) => game);
  for (let done = 0; done < standing.length; done += AT_ONCE) {
    await Promise.all(standing.slice(done, done + AT_ONCE).map((game) => resume(perform, log, game, downSince)));
  }
}

async function resume(perform: Perform, log: Log, game: GameId, downSince: Instant): Promise<void> {
  const answer = await perform({
    by: SERVER,
    game,
    sent: {},
    body: { type: 'ResumeClocks', downSince },
    commands: () => [{ type: 'ResumeClocks', by: SERVER, downSince }],
    keyFor: ({ version }) => `resume:${version}`,
  });
  if (!answer.ok && !EXPECTED.has(answer.error.code)) {
    log.error('the clocks of a game could not be resumed', { game, refusal: answer.error });
  }
}

/** The flag had fallen before, or the clock goes on in any case, or the game ended in the meantime. */
const EXPECTED: ReadonlySet<string> = new Set(['game/flag-fallen', 'game/clocks-go-on', 'game/ended']);

const standsStill = ({ summary }: ListedGame): boolean =>
  (summary as unknown as GameSummary).clock?.kind !== 'days-per-move';

export type Beating = {
  /** Whether the last sign of life was stored, and what had to wait for it is done. */
  isHeard(): boolean;
  /** Gives one more sign of life, and then none. */
  stop(): Promise<void>;
};

/**
 * Says again and again that the server lives. While that cannot be stored, nothing else can, so whoever is to move has no
 * way to: once it can, clocks go on from the last sign of life, as after a start.
 */
export function keepBeating(around: Around & { readonly everyMs: number }): Beating {
  const { heartbeat, time, log, everyMs } = around;
  let callOff = time.wakeIn(everyMs, again);
  let heardAt = time.now();
  let silentSince: Instant | null = null;
  let isComingBack = false;

  async function beat(): Promise<void> {
    const now = time.now();
    try {
      await heartbeat.beat(now);
    } catch (error) {
      // Said once: the log may lie on the very disk that is full.
      if (silentSince === null) log.error('no sign of life could be stored; said again when one is', { error });
      silentSince ??= heardAt;
      return;
    }
    heardAt = now;
    if (silentSince !== null && !isComingBack) await comeBack(silentSince);
  }

  async function comeBack(downSince: Instant): Promise<void> {
    isComingBack = true;
    log.warn('signs of life are stored again', {});
    try {
      await resumeClocks(around, downSince);
    } catch (error) {
      log.error('clocks could not be resumed', { error });
    }
    isComingBack = false;
    silentSince = null;
  }

  function again(): void {
    callOff = time.wakeIn(everyMs, again);
    void beat();
  }

  return {
    isHeard: () => silentSince === null,
    async stop() {
      callOff();
      // Otherwise the next start goes on from the last sign of life.
      if (silentSince === null) await beat();
    },
  };
}
