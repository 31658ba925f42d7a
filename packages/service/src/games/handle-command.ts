import { type Actor, type GameId, type Instant, SERVER } from '@chessmith/game';
import { assertNever, type Err, err, ok, type Result } from '@chessmith/std';
import { KEY_REUSED, refusal } from '../codes.js';
import type { CommandReceipt } from '../facets/games.js';
import type { ServiceRefusal, ServiceResult } from '../facets/result.js';
import type { Appended, GameStore, Hash, OutboxMessage, ServerChance } from '../ports/index.js';
import type { Time } from '../time.js';
import type { CommandBatch, HandleCommand } from './command-batch.js';
import { commitWriter, fingerprint } from './commit.js';
import type { NotifySubscribers } from './fact-subscribers.js';
import { commandJudge, type Judged } from './judge.js';
import { type LiveGame, takeSteps } from './live-game.js';
import type { LiveGames } from './live-games.js';
import type { GameLocks } from './lock.js';
import { damaged } from './stored-facts.js';
import { receiptOf } from './stored-receipt.js';

const UNAVAILABLE = refusal('store/unavailable', 'The server cannot store anything at the moment. Try again later.');
const MAX_ATTEMPTS = 20;

/** Runs a command to its durable end. Only after the commit is stored do the game in memory and the subscribers change. */
export function commandHandler(deps: {
  readonly store: GameStore;
  readonly games: LiveGames;
  readonly locks: GameLocks;
  readonly notify: NotifySubscribers;
  readonly time: Time;
  readonly chance: ServerChance;
  readonly hash: Hash;
  /** How long each player has been away; asked only for commands that need it. */
  absence(live: LiveGame, now: Instant): { readonly white: number; readonly black: number };
  /** In plies; longer games are drawn. */
  readonly maxPlies: number;
  messagesOf(judged: Judged): readonly OutboxMessage[];
  /**
   * True from the first failed heartbeat until all clocks are resumed. A command in between would charge the outage to
   * a player.
   */
  isOutage(): boolean;
  /** Called for each refused command on an existing game. */
  refused(game: GameId, by: Actor, refusal: ServiceRefusal): void;
}): HandleCommand {
  const { store, games, locks, notify, time, chance, messagesOf } = deps;
  const isBlocked = (batch: CommandBatch) => batch.isAllowedInOutage !== true && deps.isOutage();
  const judge = commandJudge(deps);
  const commitOf = commitWriter({ chance, hash: deps.hash });

  /** Load, check, judge, decide, append, apply, publish. Runs under the game's lock. */
  async function handle<A extends CommandReceipt>(batch: CommandBatch<A>): ServiceResult<A> {
    if (isBlocked(batch)) return err(UNAVAILABLE);
    const loaded = await games.load(batch.game);
    if (!loaded.ok) return loaded;
    const live = loaded.value;
    let answer: Result<A, ServiceRefusal> | 'again' = 'again';
    for (let attempt = 0; answer === 'again' && attempt < MAX_ATTEMPTS; attempt++) answer = await tryOnce(live, batch);
    if (answer === 'again') answer = err(refusal('game/busy', 'The game changed too often meanwhile; try again.'));
    games.tidy(live, 'with-lock');
    if (!answer.ok) deps.refused(batch.game, batch.by, answer.error);
    return answer;
  }

  async function tryOnce<A extends CommandReceipt>(live: LiveGame, batch: CommandBatch<A>): Promise<Attempted<A>> {
    const now = time.now();
    const judged = await judge(live, batch.commands(live.game), { now, lagMs: batch.delivery.lagMs });
    if (!judged.ok) return (await earlierReceipt(batch)) ?? refuse(live, judged);
    // The outage may have begun while the referee judged.
    if (isBlocked(batch)) return err(UNAVAILABLE);
    const { steps } = judged.value;
    const { commit, receipt } = commitOf(live, batch, judged.value, { now, messages: messagesOf(judged.value) });
    const appended = await store.append(commit, live.game.version);
    if (appended.kind !== 'appended') return notAppended(live, judged.value, appended);
    takeSteps(live, steps);
    games.keep(live);
    await notify(steps);
    return ok(receipt);
  }

  async function notAppended<A>(
    live: LiveGame,
    { steps }: Judged,
    appended: Exclude<Appended, { readonly kind: 'appended' }>,
  ): Promise<Attempted<A>> {
    switch (appended.kind) {
      case 'conflict': {
        const caughtUp = await catchUp(live);
        return caughtUp.ok ? 'again' : caughtUp;
      }
      case 'repeated': {
        const caughtUp = await catchUp(live);
        return caughtUp.ok ? ok(receiptOf(live.id, appended) as unknown as A) : caughtUp;
      }
      case 'key-reused':
        return err(KEY_REUSED);
      case 'alias-taken': {
        const { alias } = steps[0]!.after;
        return err(
          refusal('game/alias-taken', 'Another unfinished game has this alias. Choose another one.', { alias }),
        );
      }
      case 'join-code-taken':
        return 'again';
      case 'damaged':
        return err(damaged(live.id));
      case 'unavailable':
        return err(UNAVAILABLE);
      default:
        return assertNever(appended);
    }
  }

  /** Applies and publishes what another server has appended. */
  async function catchUp(live: LiveGame): ServiceResult<null> {
    const steps = await games.refresh(live);
    if (!steps.ok) return steps;
    await notify(steps.value);
    return ok(null);
  }

  /** The receipt of the same command, if it was accepted before. */
  async function earlierReceipt<A extends CommandReceipt>({
    game,
    by,
    delivery,
    body,
  }: CommandBatch<A>): Promise<Result<A, ServiceRefusal> | undefined> {
    if (delivery.key === undefined) return undefined;
    const known = await store.findReceipt(game, by, delivery.key);
    if (known === undefined) return undefined;
    const isSame = known.bodyHash === fingerprint(body, deps.hash);
    return isSame ? ok(receiptOf(game, known) as unknown as A) : err(KEY_REUSED);
  }

  /** Passes a refusal on. Rules that failed for good end their game first. */
  async function refuse(live: LiveGame, refused: Err<ServiceRefusal>): Promise<Err<ServiceRefusal>> {
    const why = refused.error.message;
    if (refused.error.code === 'rules/failed') {
      await tryOnce(live, {
        by: SERVER,
        game: live.id,
        delivery: {},
        body: 'FailRules',
        commands: () => [{ type: 'FailRules', by: SERVER, why }],
        keyFor: ({ version }) => `rules-failed:${version}`,
      });
    }
    return refused;
  }

  return (batch) => locks.withLockOnGame(batch.game, () => handle(batch), { wait: batch.delivery.wait ?? true });
}

type Attempted<A> = Result<A, ServiceRefusal> | 'again';
