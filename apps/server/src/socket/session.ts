import { setImmediate } from 'node:timers/promises';
import { type GameId, newsSubtree, type Version } from '@chessmith/game';
import { api } from '@chessmith/protocol';
import { serialiseReceipt } from '@chessmith/protocol/serialise';
import type {
  CommandReceipt,
  GameCommand,
  GameOptions,
  PresenceHandle,
  Query,
  ServiceRefusal,
  Subscription,
  SubscriptionEvent,
} from '@chessmith/service';
import { assertNever, err, type MaybePromise, mapOk, ok, type Result } from '@chessmith/std';
import type { Core } from '../core.js';
import { problemOf } from '../http/errors.js';
import { CHARACTERS_PER_READ } from '../http/limit-reads.js';
import { gameViewText } from '../json/game-view-text.js';
import { type Reader, readTooMuch } from '../rate-limit/read-quota.js';
import type { Sender } from '../websocket/send.js';
import { newsFrames } from './news-frame.js';
import { readFrame } from './read-frame.js';
import { newsOfTick, subscriptionFrame, versionIn } from './subscription-frames.js';

const MOST_SUBSCRIPTIONS = 64;
const LONG_VIEW = 64 * 1024;
/** Requests with possibly long responses, which count as reads. Moves never do. */
const READS: ReadonlySet<api.ClientFrame['type']> = new Set(['view', 'query', 'subscribe']);
/** Views are cached until the next fact, so they are cheap. */
const CACHED_CHARACTERS_PER_READ = 8 * CHARACTERS_PER_READ;
/** Facts per read: missed news is derived by replaying the game from its start. */
const FACTS_PER_READ = 8;

const replayCost = (event: SubscriptionEvent): number =>
  event.kind === 'missed' && event.news.length > 0 ? event.version / FACTS_PER_READ : 0;

type Reply = Result<unknown, ServiceRefusal>;

/** The session of one connection: its person, its subscriptions and its requests. */
export function openSession(
  { games, queries, live, chat, people, ticks, clock, log, reads, nextTurn }: Core,
  sender: Sender,
  { address, person: before }: Reader,
  newsFrame = newsFrames(),
) {
  let person = before;
  let connection = person === null ? null : people.connect(person);
  /** Charges the cost of a response to the read quota. */
  const charge = (units: number): void => reads.charge({ address, person }, Math.floor(units));
  const subscriptions = new Map<string, OpenSubscription>();
  let pendingSetup: Promise<unknown> | null = null;
  let pendingRead: Promise<unknown> | null = null;
  let isClosed = false;

  const deliveryOf = ({ key, wait = true }: { readonly key: string; readonly wait?: boolean }) => ({
    key,
    wait,
    lagMs: sender.lagMs(),
  });
  const sendText = (text: string): void => {
    if (!sender.send(text)) leave();
  };
  const send = (frame: api.ServerFrame): void => sendText(JSON.stringify(frame));
  const respond = ({ type, key }: api.ClientFrame, reply: Reply): void => {
    if (isClosed) return;
    if (!reply.ok) send({ type: 'error', key, ...problemOf(reply.error) });
    else if (type === 'command') sendResult(key, serialiseReceipt(reply.value as CommandReceipt));
    else if (type === 'view') sendResult(key, reply.value as string, CACHED_CHARACTERS_PER_READ);
    else sendResult(key, JSON.stringify(reply.value ?? null), CHARACTERS_PER_READ);
  };
  const sendResult = (key: string, text: string, charactersPerRead = Number.POSITIVE_INFINITY): void => {
    charge(text.length / charactersPerRead);
    sendText(`{"type":"result","key":${JSON.stringify(key)},"result":${text}}`);
  };

  const touch = (game: string | undefined): void => {
    if (person !== null && game !== undefined) live.touch(game as GameId, person);
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
          ? err(AUTHENTICATION_REQUIRED)
          : games.create(person, (frame.options ?? {}) as GameOptions, deliveryOf(frame));
      case 'command':
        return person === null
          ? err(AUTHENTICATION_REQUIRED)
          : games.command(person, frame.game as GameId, frame.command as GameCommand, deliveryOf(frame));
      case 'view':
        touch(frame.game);
        return view(frame.game as GameId);
      case 'query':
        touch(frame.query.game);
        return runQuery(frame.query);
      case 'say': {
        touch(frame.game);
        const { game, type: _, key, ...line } = frame;
        return person === null ? err(AUTHENTICATION_REQUIRED) : chat.say(person, game as GameId, line, { key });
      }
      case 'ping':
        return ok(null);
      default:
        return assertNever(frame);
    }
  }

  /** A closed connection gets no missed news, but its commands still run. */
  const handleUnlessClosed = (frame: api.ClientFrame): MaybePromise<Reply> =>
    isClosed && frame.type === 'subscribe' ? ok(null) : handle(frame);

  /** Runs `authenticate` and `subscribe` before later frames; all other frames run concurrently. */
  function inOrder(frame: api.ClientFrame): MaybePromise<Reply> {
    const reply = pendingSetup === null ? handle(frame) : pendingSetup.then(() => handleUnlessClosed(frame));
    if (reply instanceof Promise && (frame.type === 'authenticate' || frame.type === 'subscribe')) {
      // Missed news may be a whole game, so the next one waits for a turn of the event loop.
      const done = async (): Promise<void> => {
        await setImmediate();
        if (pendingSetup === mine) pendingSetup = null;
      };
      const mine: Promise<unknown> = reply.then(done, done);
      pendingSetup = mine;
    }
    return reply;
  }

  /** Long views are expensive: one at a time per connection, with a turn of the event loop in between. */
  function inTurn(frame: api.ClientFrame): MaybePromise<Reply> {
    if (frame.type !== 'view' && frame.type !== 'query') return inOrder(frame);
    const reply = Promise.resolve(pendingRead?.then(() => setImmediate())).then(() =>
      isClosed ? ok(null) : inOrder(frame),
    );
    const done = (): void => {
      if (pendingRead === mine) pendingRead = null;
    };
    const mine: Promise<unknown> = reply.then(done, done);
    pendingRead = mine;
    return reply;
  }

  /** Long views of all connections share one queue: one per turn of the event loop. */
  async function view(game: GameId): Promise<Reply> {
    const text = mapOk(await queries.sharedView(game, person), gameViewText);
    if (text.ok && text.value.length > LONG_VIEW) await nextTurn();
    return text;
  }

  async function authenticate(token: string): Promise<Reply> {
    const found = await people.authenticate(token);
    if (!found.ok || found.value.id === person) return found;
    person = found.value.id;
    connection?.close();
    connection = isClosed ? null : people.connect(person);
    // Existing subscriptions continue as the authenticated person.
    for (const [key, open] of [...subscriptions]) {
      stop(open);
      const { after: _, ...options } = open.frame;
      if (subscriptions.get(key) === open) await listen(options);
      await setImmediate();
    }
    return found;
  }

  async function subscribe(frame: SubscribeFrame): Promise<Reply> {
    const { key } = frame;
    if (subscriptions.has(key))
      return err({ code: 'command/key-reused', message: 'Another subscription uses this key.' });
    if (subscriptions.size >= MOST_SUBSCRIPTIONS) {
      return err({
        code: 'request/too-many',
        message: `A connection has at most ${MOST_SUBSCRIPTIONS} subscriptions.`,
        facts: { limit: MOST_SUBSCRIPTIONS },
      });
    }
    return listen(frame);
  }

  async function listen(frame: SubscribeFrame): Promise<Reply> {
    const { key, game, node = 'ChessGameServiceEvent', after, personalView, ticks: isTicking = false } = frame;
    const open: OpenSubscription = { frame, version: 0 };
    subscriptions.set(key, open);
    const options = {
      game: game as GameId,
      node,
      person,
      ...(after === undefined ? {} : { after: after as Version }),
      ...(personalView === undefined ? {} : { personalView }),
    };
    const subscription = await live.subscribe(options, (event) => {
      if (isTicking) open.version = versionIn(event) ?? open.version;
      if (subscriptions.get(key) !== open) return;
      const text = subscriptionFrame(key, game, event, newsFrame);
      if (event.kind !== 'news') charge(text.length / CHARACTERS_PER_READ + replayCost(event));
      sendText(text);
    });
    if (subscription.ok) {
      open.subscription = subscription.value;
      // Entered after subscribing, so that the subscriber gets the presence news.
      const presence = await live.enter(options.game, person);
      if (presence.ok) open.presence = presence.value;
    }
    if (subscription.ok && isTicking) {
      const nodes = new Set([node].flat().flatMap((one) => newsSubtree(one)));
      open.stopTicking = ticks.listen(options.game, (tick) => {
        const news = newsOfTick(tick, open.version, clock.now());
        if (nodes.has(news.node)) send({ type: 'news', subscription: key, game, news: [news] });
      });
    }
    // The connection may have closed, or unsubscribed, while the game was loading.
    if (!subscription.ok || subscriptions.get(key) !== open) stop(open);
    if (!subscription.ok) {
      subscriptions.delete(key);
      return subscription;
    }
    const { id, version } = subscription.value;
    return ok({ subscription: key, id, version });
  }

  function unsubscribe(key: string): Reply {
    const open = subscriptions.get(key);
    if (open === undefined) return err({ code: 'request/malformed', message: 'Unknown subscription.' });
    subscriptions.delete(key);
    stop(open);
    return ok({ subscription: key });
  }

  async function runQuery(query: api.ClientFrameOf<'query'>['query']): Promise<Reply> {
    const { name, game, person: of, inspection, ...parameters } = query;
    const missing = name === 'UserGames' ? (of === undefined ? 'person' : null) : game === undefined ? 'game' : null;
    if (missing !== null) {
      const facts = { query: name, needs: missing };
      return err({ code: 'request/malformed', message: `${name} needs a ${missing}.`, facts });
    }
    const message = api.queryProblem(name, parameters);
    if (message !== null) return err({ code: 'request/malformed', message, facts: { query: name } });
    if ((name === 'InspectionAtTurn') !== (inspection !== undefined)) {
      return err({
        code: 'request/malformed',
        message: '`inspection` is required for InspectionAtTurn and not allowed for other queries.',
      });
    }
    const ofGame = { game, ...parameters, ...(inspection === undefined ? {} : { inspection }) };
    const about = name === 'UserGames' ? { person: of } : ofGame;
    return queries.run({ name, ...about } as Query, person);
  }

  function leave(): void {
    isClosed = true;
    connection?.close();
    for (const open of subscriptions.values()) stop(open);
    subscriptions.clear();
  }

  send({ type: 'welcome', protocol: 1, person });
  return {
    /** Handles one message. Does not throw. */
    receive(text: string): void {
      if (isClosed) return;
      const read = readFrame(text);
      if (!read.ok) {
        const { key, refusal } = read.error;
        send({ type: 'error', ...(key === undefined ? {} : { key }), ...problemOf(refusal) });
        return;
      }
      const frame = read.value;
      const fail = (error: unknown): void => {
        log.error({ err: error, frame: frame.type }, 'frame failed');
        respond(
          frame,
          err({ code: 'server/failed', message: 'Internal server error. Try again; if it persists, tell the host.' }),
        );
      };
      try {
        const reply = inTurn(frame);
        if (reply instanceof Promise) reply.then((later) => respond(frame, later)).catch(fail);
        else respond(frame, reply);
      } catch (error) {
        fail(error);
      }
    },
    leave,
  };
}

type SubscribeFrame = api.ClientFrameOf<'subscribe'>;

type OpenSubscription = {
  readonly frame: SubscribeFrame;
  /** The last version that was sent; only tracked for subscriptions with ticks. */
  version: number;
  subscription?: Subscription;
  presence?: PresenceHandle;
  stopTicking?: () => void;
};

function stop({ subscription, presence, stopTicking }: OpenSubscription): void {
  stopTicking?.();
  subscription?.unsubscribe();
  presence?.leave();
}

const AUTHENTICATION_REQUIRED: ServiceRefusal = {
  code: 'auth/required',
  message: 'Authentication required: send an `authenticate` frame with a token.',
};
