import { setImmediate } from 'node:timers/promises';
import type { GameView, News } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import { seed000 } from '@chessmith/protocol';
import type { Attendance, Order, Service, ServiceRefusal, Subscription } from '@chessmith/service';
import { assertNever, err, ok, type Result } from '@chessmith/std';
import { type Call, readCall } from './call.js';
import { eventsOf, openRetelling } from './events.js';
import type { Players } from './players.js';
import type { Room, Tell } from './room.js';

type Held = { readonly [team in seed000.Team]?: PersonId };
/** What a method gives back; nothing for those that only act. */
type Reply = Result<object | undefined, ServiceRefusal>;

/** Nobody's id: who sits nowhere is told how the game stands before being told that it is not theirs. */
const STRANGER = '00000000-0000-4000-8000-000000000000' as PersonId;
const NO_SEATS: ServiceRefusal = { code: 'game/not-waiting-for-players', message: '' };
const BROKEN: ServiceRefusal = { code: 'server/failed', message: 'Something went wrong on our side.' };

export type SessionWish = {
  readonly service: Service;
  readonly players: Players;
  readonly room: Room;
  /** What the client calls the game. */
  readonly gameId: string;
  /** Who the cookie says it is. */
  readonly person: PersonId | null;
  readonly send: (text: string) => void;
  /** Of its connection. */
  readonly lagMs: () => number;
};

/** One raw WebSocket of seed 000. It may hold either seat or both, as the original allows, but only those it took. */
export function openSeedSession({ service, players, room, gameId, person, send, lagMs }: SessionWish) {
  const { game } = room;
  const attendances: Attendance[] = [];
  let held: Held = {};
  let error: seed000.SeedError | null = null;
  let subscription: Subscription | undefined;
  let isGone = false;
  /** Everything is told in its order, though names are looked up in between. */
  let line = Promise.resolve();
  const inLine = (step: () => Promise<void>): Promise<void> => {
    line = line.then(step).catch(() => fail(BROKEN));
    return line;
  };

  let asked = Promise.resolve();

  const tell: Tell = (type, payload) => send(messageOf(type, payload));
  const fail = (refusal: ServiceRefusal): void => {
    error = seed000.seedErrorOf(refusal, gameId);
    tell('ServerErrorUpdateEvent', error);
  };
  const seat = room.enter((type, payload) => void inLine(async () => tell(type, payload)));

  async function listen(): Promise<void> {
    let retell = (news: readonly News[]) => news;
    const opened = await service.subscribe({ game, node: 'ServerStateUpdateEvent', person }, (heard) => {
      if (heard.kind === 'snapshot') retell = openRetelling(heard.game);
      if (heard.kind !== 'news') return;
      const told = retell(heard.news);
      const messages = room.messagesOf(heard.news, () => messagesOf(told));
      void inLine(async () => {
        for (const text of await messages) send(text);
      });
    });
    if (!opened.ok) return fail(opened.error);
    subscription = opened.value;
    if (isGone) subscription.unsubscribe();
  }

  async function messagesOf(told: readonly News[]): Promise<readonly string[]> {
    const view = await service.game(game, null);
    if (!view.ok) return [];
    const messages: string[] = [];
    for (const news of told) {
      for (const [type, payload] of await eventsOf(news, view.value, players)) messages.push(messageOf(type, payload));
    }
    return messages;
  }

  async function obey(call: Call): Promise<Reply> {
    switch (call.method) {
      case 'GetState':
        return withView(async (view) => ({ serverState: await stateOf(view) }));
      case 'JoinGame':
        return join(call.team, call.name);
      case 'FindMoves': {
        const choices = await service.findMoves(game, call.square);
        if (!choices.ok) return choices;
        return withView(async ({ board }) => ({ moves: seed000.movesOf(choices.value, board?.pieces ?? []) }));
      }
      case 'ApplyMove':
        return order({ type: 'PlayMove', move: call.from + call.to });
      case 'Promote':
        return order({ type: 'Promote', role: call.role });
      default:
        return assertNever(call);
    }
  }

  async function join(team: seed000.Team, name: string): Promise<Reply> {
    const view = await service.game(game, null);
    if (!view.ok) return view;
    const color = seed000.colorOf(team);
    const sitting = view.value.seats[color];
    if (sitting !== null) return comeBack(view.value, team, sitting, name);
    if (view.value.situation !== 'waiting-for-players') return err(NO_SEATS);
    const seated = Object.values(view.value.seats);
    const who = person !== null && !seated.includes(person) ? person : await players.newcomer(name, seated);
    const joined = await service.command(who, game, { type: 'JoinGame', color });
    if (!joined.ok) return joined;
    return take(team, who);
  }

  /** A player who was cut off may sit down again: with the same cookie, or by team and name if nobody sits there now. */
  async function comeBack(view: GameView, team: seed000.Team, sitting: PersonId, name: string): Promise<Reply> {
    const isSame = sitting === person;
    const isAway = !service.present(game)[seed000.colorOf(team)];
    // Only games that were made by this contract, whose people have nothing but their names.
    const isNamed = view.host === null && name !== seed000.GUEST_NAME && name === (await players.nameOf(sitting));
    if (view.situation !== 'terminated' && (isSame || (isAway && isNamed))) return take(team, sitting);
    if (view.situation !== 'waiting-for-players') return err(NO_SEATS);
    return err({ code: 'game/seat-taken', message: `Player '${team}' already existing in game with id '${gameId}'.` });
  }

  async function take(team: seed000.Team, who: PersonId): Promise<Reply> {
    held = { ...held, [team]: who };
    const attendance = await service.attend(game, who);
    if (attendance.ok) attendances.push(attendance.value);
    if (isGone) leave();
    return ok(undefined);
  }

  async function order(what: Order): Promise<Reply> {
    const view = await service.game(game, null);
    if (!view.ok) return view;
    const who = held[seed000.teamOf(view.value.turn ?? 'white')] ?? held.WHITE ?? held.BLACK ?? person ?? STRANGER;
    const done = await service.command(who, game, what, { lagMs: lagMs() });
    return done.ok ? ok(undefined) : done;
  }

  async function withView(answer: (view: GameView) => Promise<object>): Promise<Reply> {
    const view = await service.game(game, null);
    return view.ok ? ok(await answer(view.value)) : view;
  }

  const stateOf = async (view: GameView): Promise<seed000.ServerState> => ({
    situation: seed000.serverSituationOf(view.situation),
    subscriptions: view.situation === 'terminated' ? [] : room.subscriptions(),
    error,
    gameState: seed000.gameStateOf(view, await players.players(view)),
  });

  async function answer(text: string): Promise<void> {
    const call = readCall(text);
    if (!call.ok) return fail({ code: 'request/malformed', message: call.error });
    if (call.value === null) return;
    const { method } = call.value;
    const reply = await obey(call.value);
    await inLine(async () => {
      if (!reply.ok) return fail(reply.error);
      send(JSON.stringify({ methodCall: reply.value === undefined ? { method } : { method, output: reply.value } }));
    });
  }

  function leave(): void {
    isGone = true;
    seat.leave();
    subscription?.unsubscribe();
    for (const attendance of attendances.splice(0)) attendance.leave();
  }

  return {
    listen,
    /** Takes messages one after the other, in the order in which they came; others have their turn in between. */
    hear(text: string): void {
      asked = asked
        .then(() => answer(text))
        .catch(() => fail(BROKEN))
        .then(() => setImmediate());
    },
    leave,
  };
}

const messageOf = (type: string, payload: unknown): string => JSON.stringify({ event: { type, payload } });
