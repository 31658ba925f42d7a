import { setImmediate } from 'node:timers/promises';
import { type GameId, newsSubtree, type Version } from '@chessmith/game';
import { api } from '@chessmith/protocol';
import {
  type CommandReceipt,
  type GameCommand,
  type GameOptions,
  type PresenceHandle,
  type Query,
  receiptText,
  type ServiceRefusal,
  type Subscription,
  type SubscriptionEvent,
} from '@chessmith/service';
import { assertNever, err, type MaybePromise, ok, type Result } from '@chessmith/std';
import type { Core } from '../core.js';
import { LETTERS_PER_READ } from '../http/limit-reads.js';
import { type Reader, readTooMuch } from '../rate-limit/read-quota.js';
import { readFrame } from './read-frame.js';
import type { Sender } from './send.js';
import { newsOfTick, subscriptionFrame, versionIn } from './subscription-frames.js';

const MOST_SUBSCRIPTIONS = 64;
const LONG_VIEW = 64 * 1024;
/** Requests with possibly long responses, which count as reads. Moves never do. */
const READS: ReadonlySet<api.ClientFrame['type']> = new Set(['view', 'query', 'subscribe']);
/** Views are cached until the next fact, so they are cheap. */
const KEPT_LETTERS_PER_READ = 8 * LETTERS_PER_READ;
/** Facts per read: missed news is derived by replaying the game from its start. */
const FACTS_PER_READ = 8;

const replayed = (heard: SubscriptionEvent): number =>
  heard.kind === 'missed' && heard.news.length > 0 ? heard.version / FACTS_PER_READ : 0;

type Reply = Result<unknown, ServiceRefusal>;

/** The session of one connection: its person, its subscriptions and its requests. */
export function openSession(
  { service, ticks, clock, log, reads, nextTurn }: Core,
  outlet: Sender,
  { address, person: before }: Reader,
) {
  let person = before;
  let connection = person === null ? null : service.connect(person);
  /** Charges the cost of a response to the read quota. */
  const charge = (units: number): void => reads.charge({ address, person }, Math.floor(units));
  const subscriptions = new Map<string, Listening>();
  let settling: Promise<unknown> | null = null;
  let looking: Promise<unknown> | null = null;
  let isGone = false;

  const sent = ({ key, wait = true }: { readonly key: string; readonly wait?: boolean }) => ({
    key,
    wait,
    lagMs: outlet.lagMs(),
  });
  const tell = (text: string): void => {
    if (!outlet.send(text)) leave();
  };
  const send = (frame: api.ServerFrame): void => tell(JSON.stringify(frame));
  const answer = ({ type, key }: api.ClientFrame, reply: Reply): void => {
    if (isGone) return;
    if (!reply.ok) send({ type: 'error', key, ...plain(reply.error) });
    else if (type === 'command') yes(key, receiptText(reply.value as CommandReceipt));
    else if (type === 'view') yes(key, reply.value as string, KEPT_LETTERS_PER_READ);
    else yes(key, JSON.stringify(reply.value ?? null), LETTERS_PER_READ);
  };
  const yes = (key: string, text: string, lettersPerRead = Number.POSITIVE_INFINITY): void => {
    charge(text.length / lettersPerRead);
    tell(`{"type":"result","key":${JSON.stringify(key)},"result":${text}}`);
  };

  const notice = (game: string | undefined): void => {
    if (person !== null && game !== undefined) service.touch(game as GameId, person);
  };

  /** Returns a result or a promise of it: wrapping results in promises would slow down moves. */
  function handle(frame: api.ClientFrame): MaybePromise<Reply> {
    const waitMs = READS.has(frame.type) ? reads.admit({ address, person }) : 0;
    if (waitMs > 0) return err(readTooMuch(waitMs));
    switch (frame.type) {
      case 'authenticate':
        return authenticate(frame.token);
      case 'subscribe':
        return subscribe(frame);
      case 'unsubscribe':
        return unsubscribe(frame.subscription);
      case 'create':
        return person === null
          ? err(NOBODY)
          : service.createGame(person, (frame.options ?? {}) as GameOptions, sent(frame));
      case 'command':
        return person === null
          ? err(NOBODY)
          : service.command(person, frame.game as GameId, frame.command as GameCommand, sent(frame));
      case 'view':
        notice(frame.game);
        return view(frame.game as GameId);
      case 'query':
        notice(frame.query.game);
        return runQuery(frame.query);
      case 'say': {
        notice(frame.game);
        const { game, type: _, key, ...line } = frame;
        return person === null ? err(NOBODY) : service.say(person, game as GameId, line, { key });
      }
      case 'ping':
        return ok(null);
      default:
        return assertNever(frame);
    }
  }

  /** A closed connection gets no missed news, but its commands still run. */
  const handleUnlessClosed = (frame: api.ClientFrame): MaybePromise<Reply> =>
    isGone && frame.type === 'subscribe' ? ok(null) : handle(frame);

  /** Runs `authenticate` and `subscribe` before later frames; all other frames run concurrently. */
  function inOrder(frame: api.ClientFrame): MaybePromise<Reply> {
    const reply = settling === null ? handle(frame) : settling.then(() => handleUnlessClosed(frame));
    if (reply instanceof Promise && (frame.type === 'authenticate' || frame.type === 'subscribe')) {
      // Missed news may be a whole game, so the next one waits for a turn of the event loop.
      const settled = async (): Promise<void> => {
        await setImmediate();
        if (settling === mine) settling = null;
      };
      const mine: Promise<unknown> = reply.then(settled, settled);
      settling = mine;
    }
    return reply;
  }

  /** Long views are expensive: one at a time per connection, with a turn of the event loop in between. */
  function inTurn(frame: api.ClientFrame): MaybePromise<Reply> {
    if (frame.type !== 'view' && frame.type !== 'query') return inOrder(frame);
    const reply = Promise.resolve(looking?.then(() => setImmediate())).then(() => (isGone ? ok(null) : inOrder(frame)));
    const looked = (): void => {
      if (looking === mine) looking = null;
    };
    const mine: Promise<unknown> = reply.then(looked, looked);
    looking = mine;
    return reply;
  }

  /** Long views of all connections share one queue: one per turn of the event loop. */
  async function view(game: GameId): Promise<Reply> {
    const text = await service.gameViewJson(game, person);
    if (text.ok && text.value.length > LONG_VIEW) await nextTurn();
    return text;
  }

  async function authenticate(token: string): Promise<Reply> {
    const found = await service.authenticate(token);
    if (!found.ok || found.value.id === person) return found;
    person = found.value.id;
    connection?.close();
    connection = isGone ? null : service.connect(person);
    // Existing subscriptions continue as the authenticated person.
    for (const [key, listening] of [...subscriptions]) {
      stop(listening);
      const { after: _, ...wanted } = listening.wanted;
      if (subscriptions.get(key) === listening) await listen(wanted);
      await setImmediate();
    }
    return found;
  }

  async function subscribe(wanted: Wanted): Promise<Reply> {
    const { key } = wanted;
    if (subscriptions.has(key))
      return err({ code: 'command/key-reused', message: 'Another subscription uses this key.' });
    if (subscriptions.size >= MOST_SUBSCRIPTIONS) {
      return err({
        code: 'request/too-many',
        message: `A connection has at most ${MOST_SUBSCRIPTIONS} subscriptions.`,
      });
    }
    return listen(wanted);
  }

  async function listen(wanted: Wanted): Promise<Reply> {
    const { key, game, node = 'ChessGameServiceEvent', after, personalView, ticks: isTicking = false } = wanted;
    const listening: Listening = { wanted, version: 0 };
    subscriptions.set(key, listening);
    const options = {
      game: game as GameId,
      node,
      person,
      ...(after === undefined ? {} : { after: after as Version }),
      ...(personalView === undefined ? {} : { personalView }),
    };
    const subscription = await service.subscribe(options, (heard) => {
      if (isTicking) listening.version = versionIn(heard) ?? listening.version;
      if (subscriptions.get(key) !== listening) return;
      const text = subscriptionFrame(key, game, heard);
      if (heard.kind !== 'news') charge(text.length / LETTERS_PER_READ + replayed(heard));
      tell(text);
    });
    if (subscription.ok) {
      listening.subscription = subscription.value;
      // Entered after subscribing, so that the subscriber gets the presence news.
      const attendance = await service.enter(options.game, person);
      if (attendance.ok) listening.attendance = attendance.value;
    }
    if (subscription.ok && isTicking) {
      const nodes = new Set([node].flat().flatMap((one) => newsSubtree(one)));
      listening.stopTicking = ticks.listen(options.game, (tick) => {
        const news = newsOfTick(tick, listening.version, clock.now());
        if (nodes.has(news.node)) send({ type: 'news', subscription: key, game, news: [news] });
      });
    }
    // The connection may have closed, or unsubscribed, while the game was loading.
    if (!subscription.ok || subscriptions.get(key) !== listening) stop(listening);
    if (!subscription.ok) {
      subscriptions.delete(key);
      return subscription;
    }
    const { id, version } = subscription.value;
    return ok({ subscription: key, id, version });
  }

  function unsubscribe(key: string): Reply {
    const listening = subscriptions.get(key);
    if (listening === undefined) return err({ code: 'request/malformed', message: 'Unknown subscription.' });
    subscriptions.delete(key);
    stop(listening);
    return ok({ subscription: key });
  }

  async function runQuery(query: api.ClientFrameOf<'query'>['query']): Promise<Reply> {
    const { name, game, person: of, inspection, ...asking } = query;
    const missing = name === 'UserGames' ? (of === undefined ? 'person' : null) : game === undefined ? 'game' : null;
    if (missing !== null) return err({ code: 'request/malformed', message: `${name} needs a ${missing}.` });
    const message = api.queryProblem(name, asking);
    if (message !== null) return err({ code: 'request/malformed', message });
    if ((name === 'InspectionAtTurn') !== (inspection !== undefined)) {
      return err({
        code: 'request/malformed',
        message: '`inspection` is required for InspectionAtTurn and not allowed for other queries.',
      });
    }
    const ofGame = { game, ...asking, ...(inspection === undefined ? {} : { inspection }) };
    const about = name === 'UserGames' ? { person: of } : ofGame;
    return service.query({ name, ...about } as Query, person);
  }

  function leave(): void {
    isGone = true;
    connection?.close();
    for (const listening of subscriptions.values()) stop(listening);
    subscriptions.clear();
  }

  send({ type: 'welcome', protocol: 1, person });
  return {
    /** Handles one message. Does not throw. */
    hear(text: string): void {
      if (isGone) return;
      const read = readFrame(text);
      if (!read.ok) {
        const { key, refusal } = read.error;
        send({ type: 'error', ...(key === undefined ? {} : { key }), ...plain(refusal) });
        return;
      }
      const frame = read.value;
      const fail = (error: unknown): void => {
        log.error({ err: error, frame: frame.type }, 'failed');
        answer(
          frame,
          err({ code: 'server/failed', message: 'Internal server error. Try again; if it persists, tell the host.' }),
        );
      };
      try {
        const reply = inTurn(frame);
        if (reply instanceof Promise) reply.then((later) => answer(frame, later)).catch(fail);
        else answer(frame, reply);
      } catch (error) {
        fail(error);
      }
    },
    leave,
  };
}

type Wanted = api.ClientFrameOf<'subscribe'>;

type Listening = {
  readonly wanted: Wanted;
  /** The last version that was sent; only tracked for subscriptions with ticks. */
  version: number;
  subscription?: Subscription;
  attendance?: PresenceHandle;
  stopTicking?: () => void;
};

function stop({ subscription, attendance, stopTicking }: Listening): void {
  stopTicking?.();
  subscription?.unsubscribe();
  attendance?.leave();
}

const NOBODY: ServiceRefusal = {
  code: 'auth/required',
  message: 'Authentication required: send an `authenticate` frame with a token.',
};

const plain = ({ code, message, step, facts }: ServiceRefusal) => ({
  code,
  message,
  ...(step === undefined ? {} : { step }),
  ...(facts === undefined ? {} : { facts }),
});
