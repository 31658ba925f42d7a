import { setImmediate } from 'node:timers/promises';
import type { GameView, News, NewsNode } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import { chessGameService } from '@chessmith/protocol';
import { type Color, opposite } from '@chessmith/rules';
import type { GameCommand, PresenceHandle, ServiceRefusal, ServiceResult, Subscription } from '@chessmith/service';
import { assertNever, err, ok, type Result } from '@chessmith/std';
import type { Core } from '../core.js';
import { CHARACTERS_PER_READ } from '../http/limit-reads.js';
import { readTooMuch } from '../rate-limit/read-quota.js';
import { isOfThisContract, situationOf } from './away.js';
import { eventsOf, promotionEventFilter } from './events.js';
import type { GameHub, SendEvent } from './game-hub.js';
import { type MethodCall, readMethodCall } from './method-call.js';
import type { Players } from './players.js';

type HeldSeats = { readonly [team in chessGameService.Team]?: PersonId };
/** The result of a method; undefined for methods that only act. */
type Reply = Result<object | undefined, ServiceRefusal>;

/** An id without a person. A client without a seat first gets refusals about the game's state, then "not yours". */
const UNKNOWN_PERSON = '00000000-0000-4000-8000-000000000000' as PersonId;
const NO_SEATS: ServiceRefusal = { code: 'game/not-waiting-for-players', message: '' };
/** Calls with possibly long responses, which count as reads. */
const READS: ReadonlySet<MethodCall['method']> = new Set(['GetState', 'FindMoves']);
const INTERNAL_ERROR: ServiceRefusal = {
  code: 'server/failed',
  message: 'Internal server error. Try again; if it persists, tell the host.',
};

/** News after which a running game may start or stop waiting for an absent player. */
const WAITING_NODES: ReadonlySet<NewsNode> = new Set(['ServerSituationUpdateEvent', 'WatchersUpdateEvent']);

export type SessionOptions = {
  readonly core: Pick<Core, 'games' | 'queries' | 'live' | 'reads'>;
  readonly players: Players;
  readonly hub: GameHub;
  /** The game id that the client used. */
  readonly gameId: string;
  /** The person of the cookie. */
  readonly person: PersonId | null;
  readonly send: (text: string) => void;
  /** The round trip of the connection. */
  readonly lagMs: () => number;
  readonly address: string;
};

/**
 * The session of one WebSocket. It may hold one seat or both, as the original allows, but only seats that it took
 * itself.
 */
export function openGameServiceSession(options: SessionOptions) {
  const { players, hub, gameId, person, send, lagMs, address } = options;
  const { games, queries, live, reads } = options.core;
  const { game } = hub;
  const presences: PresenceHandle[] = [];
  /** Set until the session takes a seat. */
  let watcherPresence: PresenceHandle | undefined;
  let held: HeldSeats = {};
  let error: chessGameService.ContractError | null = null;
  let subscription: Subscription | undefined;
  let isClosed = false;
  /** Whether the last situation sent says that the running game waits for an absent player. */
  let isWaitingShown = false;
  /** Keeps messages in order although names are looked up in between. */
  let outgoing = Promise.resolve();
  const inOrder = (step: () => Promise<void>): Promise<void> => {
    outgoing = outgoing.then(step).catch(() => fail(INTERNAL_ERROR));
    return outgoing;
  };

  let incoming = Promise.resolve();

  const sendEvent: SendEvent = (type, payload) => send(messageOf(type, payload));
  const fail = (refusal: ServiceRefusal): void => {
    error = chessGameService.socketErrorOf(refusal, gameId);
    sendEvent('ServerErrorUpdateEvent', error);
  };
  const hubEntry = hub.enter((type, payload) => void inOrder(async () => sendEvent(type, payload)));

  async function subscribe(): Promise<void> {
    let filterPromotions = (news: readonly News[]) => news;
    const node = ['ServerStateUpdateEvent', 'WatchersUpdateEvent'] as const;
    const opened = await live.subscribe({ game, node, person }, (event) => {
      if (event.kind === 'snapshot') filterPromotions = promotionEventFilter(event.game);
      if (event.kind !== 'news') return;
      const news = filterPromotions(event.news);
      const messages = hub.messagesOf(event.news, () => messagesOf(news));
      const mayWait = event.news.some(({ node }) => WAITING_NODES.has(node));
      void inOrder(async () => {
        for (const text of await messages) send(text);
        if (mayWait) await sendWaitingChange();
      });
    });
    if (!opened.ok) return fail(opened.error);
    subscription = opened.value;
    const presence = await live.enter(game, null);
    if (presence.ok) watcherPresence = presence.value;
    if (isClosed) leave();
  }

  /** Sends the situation when players come or go in a running game, which causes no fact. */
  async function sendWaitingChange(): Promise<void> {
    const view = await queries.view(game, null);
    if (!view.ok || view.value.situation !== 'running') return;
    const situation = situationOf(view.value, live.presenceOf(game));
    if ((situation === 'WaitingForPlayers') === isWaitingShown) return;
    isWaitingShown = !isWaitingShown;
    sendEvent('ServerSituationUpdateEvent', situation);
  }

  async function messagesOf(items: readonly News[]): Promise<readonly string[]> {
    const view = await queries.view(game, null);
    if (!view.ok) return [];
    const messages: string[] = [];
    for (const news of items) {
      for (const [type, payload] of await eventsOf(news, view.value, players)) messages.push(messageOf(type, payload));
    }
    return messages;
  }

  async function execute(call: MethodCall): Promise<Reply> {
    switch (call.method) {
      case 'GetState':
        return withView(async (view) => ({ serverState: await stateOf(view) }));
      case 'JoinGame':
        return join(call.team, call.name);
      case 'FindMoves': {
        const choices = await queries.findMoves(game, call.square);
        if (!choices.ok) return choices;
        return withView(async ({ board }) => ({ moves: chessGameService.movesOf(choices.value, board?.pieces ?? []) }));
      }
      case 'ApplyMove':
        return command({ type: 'PlayMove', move: call.from + call.to });
      case 'Promote':
        return command({ type: 'Promote', role: call.role });
      default:
        return assertNever(call);
    }
  }

  async function join(team: chessGameService.Team, name: string): Promise<Reply> {
    const view = await queries.view(game, null);
    if (!view.ok) return view;
    const { seats, situation } = view.value;
    if (situation === 'terminated') return err(NO_SEATS);
    const own = await ownSeat(view.value, chessGameService.colorOf(team), name);
    if (own !== undefined) return takeSeat(chessGameService.teamOf(own), seats[own]!);
    if (situation !== 'waiting-for-players') return err(NO_SEATS);
    const color = chessGameService.colorOf(team);
    if (seats[color] !== null) {
      const message = `Player '${team}' already existing in game with id '${gameId}'.`;
      return err({ code: 'game/seat-taken', message });
    }
    const seated = Object.values(seats);
    const player = person !== null && !seated.includes(person) ? person : await players.personNamed(name, seated);
    return takeSeat(team, player, () => games.command(player, game, { type: 'JoinGame', color }));
  }

  /**
   * The seat of a returning player, whatever team the message names: the original web client always joins as Black. A
   * player is recognised by the cookie of `/api`, or by name if the seat is vacant now.
   */
  async function ownSeat(view: GameView, requested: Color, name: string): Promise<Color | undefined> {
    const presence = live.presenceOf(game);
    for (const color of [requested, opposite(requested)]) {
      const seated = view.seats[color];
      if (seated === null) continue;
      if (seated === person && (color === requested || !presence[color])) return color;
      if (!presence[color] && isOfThisContract(view) && (await isPlayer(seated, view, name))) return color;
    }
    return undefined;
  }

  /** Players without a name can return only to private games, whose id strangers do not know. */
  async function isPlayer(seated: PersonId, { situation, configuration }: GameView, name: string): Promise<boolean> {
    const isKnown =
      name !== chessGameService.GUEST_NAME || (situation === 'running' && configuration?.isPrivate === true);
    return isKnown && (await players.hasName(seated, name));
  }

  /** Takes a seat. Presence is registered first, so that the game never seems to wait for this player. */
  async function takeSeat(
    team: chessGameService.Team,
    player: PersonId,
    join?: () => ServiceResult<unknown>,
  ): Promise<Reply> {
    const presence = await live.enter(game, player);
    const seated = (await join?.()) ?? ok(undefined);
    if (presence.ok && !seated.ok) presence.value.leave();
    if (!seated.ok) return seated;
    held = { ...held, [team]: player };
    if (presence.ok) presences.push(presence.value);
    watcherPresence?.leave();
    if (isClosed) leave();
    return ok(undefined);
  }

  async function command(gameCommand: GameCommand): Promise<Reply> {
    const view = await queries.view(game, null);
    if (!view.ok) return view;
    const who =
      held[chessGameService.teamOf(view.value.turn ?? 'white')] ?? held.WHITE ?? held.BLACK ?? person ?? UNKNOWN_PERSON;
    const done = await games.command(who, game, gameCommand, { lagMs: lagMs() });
    return done.ok ? ok(undefined) : done;
  }

  async function withView(answer: (view: GameView) => Promise<object>): Promise<Reply> {
    const view = await queries.view(game, null);
    return view.ok ? ok(await answer(view.value)) : view;
  }

  async function stateOf(view: GameView): Promise<chessGameService.ServerState> {
    const gameState = chessGameService.gameStateOf(view, await players.players(view));
    const situation = situationOf(view, live.presenceOf(game));
    isWaitingShown = view.situation === 'running' && situation === 'WaitingForPlayers';
    const subscriptions = view.situation === 'terminated' ? [] : hub.subscriptions();
    return { situation, subscriptions, error, gameState };
  }

  async function answer(text: string): Promise<void> {
    const call = readMethodCall(text);
    if (!call.ok) return fail({ code: 'request/malformed', message: call.error });
    if (call.value === null) return;
    const { method } = call.value;
    const isRead = READS.has(method);
    const waitMs = isRead ? reads.admit({ address, person }) : 0;
    const respond = (reply: Reply): void => {
      if (!reply.ok) {
        fail(reply.error);
        return;
      }
      const text = JSON.stringify({ methodCall: reply.value ? { method, output: reply.value } : { method } });
      if (isRead) reads.charge({ address, person }, Math.floor(text.length / CHARACTERS_PER_READ));
      send(text);
    };
    if (waitMs > 0) return inOrder(async () => respond(err(readTooMuch(waitMs))));
    // The state is read in sequence with events, so that no older event follows it.
    if (method === 'GetState') return inOrder(async () => respond(await execute(call.value!)));
    const reply = await execute(call.value);
    await inOrder(async () => respond(reply));
  }

  function leave(): void {
    isClosed = true;
    hubEntry.leave();
    subscription?.unsubscribe();
    watcherPresence?.leave();
    for (const presence of presences.splice(0)) presence.leave();
  }

  return {
    subscribe,
    /** Handles messages one at a time, in order, and yields to other connections in between. */
    receive(text: string): void {
      incoming = incoming
        .then(() => answer(text))
        .catch(() => fail(INTERNAL_ERROR))
        .then(() => setImmediate());
    },
    leave,
  };
}

const messageOf = (type: string, payload: unknown): string => JSON.stringify({ event: { type, payload } });
