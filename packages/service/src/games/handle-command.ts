import {
  type Actor,
  type Command,
  type Game,
  type GameId,
  type Instant,
  type Ply,
  SERVER,
  type Version,
} from '@chessmith/game';
import { andThen, assertNever, type Err, err, type MaybePromise, ok, type Result } from '@chessmith/std';
import { KEY_REUSED, refusal } from '../codes.js';
import type { Subscribers } from '../facts/subscribers.js';
import type { Appended, GameStore, Hash, OutboxMessage, ServerChance } from '../ports/index.js';
import type { CommandReceipt, Delivery, ServiceRefusal, ServiceResult } from '../service.js';
import type { Time } from '../time.js';
import { canonicalJson } from './canonical-json.js';
import { commandJudge, type Judged } from './judge.js';
import { listingAfter } from './listing.js';
import { endIn, type LiveGame, takeSteps } from './live-game.js';
import type { LiveGames } from './live-games.js';
import type { GameLocks } from './lock.js';
import { receiptOf, storedReceiptText } from './receipt-text.js';
import { damaged, storedText } from './stored-facts.js';

/** One or more commands that are executed together or not at all. */
export type CommandBatch<A extends CommandReceipt = CommandReceipt> = {
  readonly by: Actor;
  readonly game: GameId;
  readonly delivery: Delivery;
  /** Compared, by hash, when the same key arrives again. */
  readonly body: unknown;
  /** Called again whenever the batch is judged again. */
  commands(game: Game): readonly Command[];
  /** The key of a command of the server, derived from the game so that two servers use the same one. */
  keyFor?(game: Game): string;
  /** Adds fields to the usual receipt, such as the join code of a new game. */
  receiptFrom?(receipt: CommandReceipt, after: Game): A;
  messages?(judged: Judged): readonly OutboxMessage[];
  /** Whether the commands run even during an outage (see `isOutage`), as those that resume clocks do. */
  readonly isAllowedInOutage?: boolean;
};

export type HandleCommand = <A extends CommandReceipt = CommandReceipt>(batch: CommandBatch<A>) => ServiceResult<A>;

const UNAVAILABLE = refusal('store/unavailable', 'The server cannot store anything at the moment. Try again later.');
const MAX_ATTEMPTS = 20;
/** Length of a SHA-256 hash in hexadecimal digits. */
const HASH_LENGTH = 64;

/**
 * The life of a command: wait for the game's lock, load, judge, append at the version it was judged at. On a version
 * conflict it is judged again. Only after the commit is durable do the game in memory and the subscribers change.
 */
export function commandHandler(deps: {
  readonly store: GameStore;
  readonly games: LiveGames;
  readonly locks: GameLocks;
  readonly subscribers: Subscribers;
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
  const { store, games, locks, subscribers, time, chance, hash, absence, messagesOf } = deps;
  const isBlocked = (batch: CommandBatch) => batch.isAllowedInOutage !== true && deps.isOutage();
  const judge = commandJudge({ games, chance, absence, maxPlies: deps.maxPlies });
  /** A body that is no longer than a hash is stored as it is. */
  const fingerprint = (body: unknown): string => {
    const text = canonicalJson(body);
    return text.length <= HASH_LENGTH ? text : hash(text);
  };
  let generatedKeys = 0;
  const runId = hash(Array.from(chance.bytes(16), String).join()).slice(0, 16);

  function execute<A extends CommandReceipt>(batch: CommandBatch<A>): MaybePromise<Result<A, ServiceRefusal>> {
    if (isBlocked(batch)) return err(UNAVAILABLE);
    return andThen(games.load(batch.game), (loaded) => {
      if (!loaded.ok) return loaded;
      const live = loaded.value;
      return andThen(attempt(live, batch, MAX_ATTEMPTS), (answer) => {
        games.tidy(live, 'with-lock');
        if (!answer.ok) deps.refused(batch.game, batch.by, answer.error);
        return answer;
      });
    });
  }

  function attempt<A extends CommandReceipt>(
    live: LiveGame,
    batch: CommandBatch<A>,
    attemptsLeft: number,
  ): MaybePromise<Result<A, ServiceRefusal>> {
    if (attemptsLeft === 0) return err(refusal('game/busy', 'The game changed too often meanwhile; try again.'));
    return andThen(attemptOnce(live, batch), (answer) =>
      answer === 'again' ? attempt(live, batch, attemptsLeft - 1) : answer,
    );
  }

  function attemptOnce<A extends CommandReceipt>(live: LiveGame, batch: CommandBatch<A>): MaybePromise<Attempted<A>> {
    const now = time.now();
    const bodyHash = fingerprint(batch.body);
    return andThen(judge(live, batch.commands(live.game), { now, lagMs: batch.delivery.lagMs }), (judged) =>
      judged.ok ? commit(live, batch, judged.value, { now, bodyHash }) : refused(live, batch, judged, bodyHash),
    );
  }

  async function refused<A extends CommandReceipt>(
    live: LiveGame,
    batch: CommandBatch<A>,
    rejected: Err<ServiceRefusal>,
    bodyHash: string,
  ): Promise<Attempted<A>> {
    const earlier = await earlierReceipt<A>(batch, bodyHash);
    if (earlier === undefined && rejected.error.code === 'rules/failed') await failRules(live, rejected.error.message);
    return earlier ?? rejected;
  }

  async function commit<A extends CommandReceipt>(
    live: LiveGame,
    batch: CommandBatch<A>,
    judged: Judged,
    { now, bodyHash }: { readonly now: Instant; readonly bodyHash: string },
  ): Promise<Attempted<A>> {
    // The outage may have begun while the referee judged.
    if (isBlocked(batch)) return err(UNAVAILABLE);
    const { steps, referee } = judged;
    const { after } = steps[steps.length - 1]!;
    const receipt = receiptFor(live.id, judged, now);
    const answer = batch.receiptFrom === undefined ? (receipt as A) : batch.receiptFrom(receipt, after);
    const messages = messagesOf(judged);
    const appended = await store.append(
      {
        game: live.id,
        actor: batch.by,
        key: batch.delivery.key ?? batch.keyFor?.(live.game) ?? `${runId}:${++generatedKeys}`,
        bodyHash,
        at: now,
        facts: steps.map(({ fact }) => storedText(fact)),
        answer: answer === receipt ? storedReceiptText(receipt) : JSON.stringify(answer),
        listing: listingAfter(referee, live.game, after, {
          createdAt: live.createdAt ?? now,
          endedAt: live.endedAt ?? endIn(steps),
          now,
        }),
        messages: messages.length === 0 ? undefined : messages,
      },
      live.game.version,
    );
    return settle(live, judged, appended, answer);
  }

  function settle<A extends CommandReceipt>(
    live: LiveGame,
    { steps }: Judged,
    appended: Appended,
    answer: A,
  ): MaybePromise<Attempted<A>> {
    switch (appended.kind) {
      case 'appended':
        takeSteps(live, steps);
        games.keep(live);
        return andThen(subscribers.notify(steps), () => ok(answer));
      case 'conflict':
        return andThen(catchUp(live), (caughtUp) => (caughtUp.ok ? 'again' : caughtUp));
      case 'repeated':
        return andThen(catchUp(live), (caughtUp) =>
          caughtUp.ok ? ok(receiptOf(live.id, appended) as unknown as A) : caughtUp,
        );
      case 'key-reused':
        return err(KEY_REUSED);
      case 'alias-taken':
        return err(
          refusal('game/alias-taken', 'Another unfinished game has this alias. Choose another one.', {
            alias: steps[0]!.after.alias,
          }),
        );
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

  async function catchUp(live: LiveGame): ServiceResult<null> {
    const steps = await games.refresh(live);
    if (!steps.ok) return steps;
    await subscribers.notify(steps.value);
    return ok(null);
  }

  /** The receipt of the same command, if it was accepted before. */
  async function earlierReceipt<A>(
    { game, by, delivery }: CommandBatch,
    bodyHash: string,
  ): Promise<Result<A, ServiceRefusal> | undefined> {
    if (delivery.key === undefined) return undefined;
    const known = await store.findReceipt(game, by, delivery.key);
    if (known === undefined) return undefined;
    return known.bodyHash === bodyHash ? ok(receiptOf(game, known) as unknown as A) : err(KEY_REUSED);
  }

  async function failRules(live: LiveGame, why: string): Promise<void> {
    await attemptOnce(live, {
      by: SERVER,
      game: live.id,
      delivery: {},
      body: 'FailRules',
      commands: () => [{ type: 'FailRules', by: SERVER, why }],
      keyFor: ({ version }) => `rules-failed:${version}`,
    });
  }

  return (batch) => locks.withLockOnGame(batch.game, () => execute(batch), { wait: batch.delivery.wait ?? true });
}

type Attempted<A> = Result<A, ServiceRefusal> | 'again';

function receiptFor(game: GameId, { steps }: Judged, at: Instant): CommandReceipt {
  const { after } = steps[steps.length - 1]!;
  const receipt: CommandReceipt = {
    game,
    version: after.version as Version,
    at,
    facts: steps.map(({ fact }) => fact.type),
    situation: after.situation,
    ply: (after.board?.moves.length ?? 0) as Ply,
  };
  return steps.some(({ fact }) => fact.type === 'RematchAccepted') ? { ...receipt, next: after.next! } : receipt;
}
