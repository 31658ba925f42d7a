import type { GameView, Instant, NewsNode } from '@chessmith/game';
import type { Clock } from '@chessmith/service';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestServer } from './test-server.js';

/** Time stands still, so that only moves change the players' clocks. */
export const frozenClock: Clock = {
  now: () => '2026-11-15T12:00:00.000Z' as Instant,
  monotonicMs: () => 0,
  wake: () => () => {},
};

const POSITIONS = [undefined, '7k/P6P/8/8/8/8/p6p/K7 w - - 0 1', '4k3/1P6/8/3pP3/8/8/8/R3K2R w KQ d6 0 1'];
const PLAYERS = ['white', 'black', 'stranger'] as const;
const OFFERS = ['draw', 'takeback', 'rematch'];
const COMMANDS = [
  'ConfigureGame',
  'JoinGame',
  'LeaveGame',
  'StartGame',
  'StopGame',
  'Promote',
  'Resign',
  'Abort',
  'ClaimDraw',
];
const OFFER_COMMANDS = ['Offer', 'Accept', 'Decline', 'Withdraw'];

const pick = fc.nat(10_000);
const step = fc.record({
  player: fc.constantFrom(...PLAYERS),
  what: fc.oneof(
    { weight: 5, arbitrary: fc.constant('PlayMove') },
    { weight: 2, arbitrary: fc.constantFrom(...OFFER_COMMANDS) },
    { weight: 2, arbitrary: fc.constantFrom(...COMMANDS) },
  ),
  pick,
});
const game = fc.record({
  ruleset: fc.constantFrom('standard', 'crazyhouse', 'atomic', 'three-check', 'quantum'),
  position: fc.constantFrom(...POSITIONS),
  hasClock: fc.boolean(),
  autoStart: fc.boolean(),
  /** Whether to start with a running game; most commands need one. */
  isFull: fc.boolean(),
  steps: fc.array(step, { minLength: 5, maxLength: 25 }),
});

/**
 * After any command over the WebSocket, subscribers get news of exactly those parts of the state that changed, each
 * with its new value.
 */
export async function checkNews(testServer: TestServer, runs: number, seed?: number): Promise<void> {
  const property = fc.asyncProperty(game, (scenario) => runScenario(testServer, scenario));
  await fc.assert(property, { numRuns: runs, ...(seed === undefined ? {} : { seed }), endOnFailure: true });
}

type Scenario = typeof game extends fc.Arbitrary<infer T> ? T : never;
type Step = Scenario['steps'][number];

async function runScenario(
  testServer: TestServer,
  { ruleset, position, hasClock, autoStart, isFull, steps }: Scenario,
): Promise<void> {
  const [white, black, stranger] = [await testServer.guest(), await testServer.guest(), await testServer.guest()];
  const options = {
    ruleset,
    side: 'white',
    autoStart,
    ...(position === undefined || ruleset !== 'standard' ? {} : { setup: { position } }),
    ...(hasClock ? { clock: { kind: 'per-player', playerMs: 60_000, incrementMs: 1000 } } : {}),
  };
  const made = await white.post('/api/games', isFull ? options : { configureLater: true });
  const id: string = made.body.game;
  if (isFull) await black.post(`/api/games/${id}/join`);
  if (isFull && !autoStart) await white.post(`/api/games/${id}/start`);
  const sockets = { white: await white.socket(), black: await black.socket(), stranger: await stranger.socket() };
  const watcher = await testServer.socket('/api/socket');
  await watcher.request({ type: 'subscribe', key: 's', game: id });
  const readView = async () => (await watcher.request({ type: 'view', game: id })).result as GameView;

  let before = await readView();
  for (const step of steps) {
    const command = commandOf(step, before, options);
    const frames = watcher.received.length;
    const reply = await sockets[step.player].request({ type: 'command', game: id, command: command });
    const after = await readView();
    const news = watcher.received
      .slice(frames)
      .flatMap(({ type, news }) => (type === 'news' ? news : []))
      .filter(({ node }) => Object.hasOwn(PARTS, node));
    const context = `${JSON.stringify(command)} by ${step.player}: ${JSON.stringify(reply)}`;
    expect(Object.fromEntries(news.map(({ node, payload }) => [node, payload])), context).toEqual(
      differences(before, after),
    );
    if (reply.type === 'error') expect(after, context).toEqual(before);
    before = after;
  }
  for (const { connection } of [watcher, ...Object.values(sockets)]) connection.terminate();
}

let names = 0;

function commandOf({ what, pick }: Step, { board, promotion }: GameView, options: object): object {
  const among = <T>(many: readonly T[]): T => many[pick % many.length]!;
  if (what === 'PlayMove') return { type: what, move: among(movesOf(board)) };
  if (what === 'Promote') return { type: what, role: among(promotion?.roles ?? ['queen']) };
  if (what === 'ConfigureGame')
    return { type: what, options: pick % 2 === 0 ? options : { ...options, alias: `life ${++names}` } };
  return OFFER_COMMANDS.includes(what) ? { type: what, what: among(OFFERS) } : { type: what };
}

function movesOf(board: GameView['board']): readonly string[] {
  const moves = (board?.choices ?? []).flatMap((choice) => {
    if (choice.kind === 'move') return choice.to.map((to) => choice.from + to);
    return choice.kind === 'drop' ? choice.to.map((to) => `${LETTERS[choice.role] ?? 'P'}@${to}`) : [];
  });
  return [...moves, 'a1a9'];
}

const LETTERS: { readonly [role: string]: string } = { pawn: 'P', knight: 'N', bishop: 'B', rook: 'R', queen: 'Q' };

function differences(before: GameView, after: GameView): object {
  const parts = Object.entries(PARTS).map(([node, part]) => [node, part(before), part(after)] as const);
  return Object.fromEntries(
    parts.flatMap(([node, then, now]) => (JSON.stringify(then) === JSON.stringify(now) ? [] : [[node, now]])),
  );
}

/** The part of the public view that the news of each node carries. */
const PARTS: { readonly [node in NewsNode]?: (view: GameView) => unknown } = {
  AliasUpdateEvent: ({ alias }) => alias,
  ConfigurationUpdateEvent: ({ configuration }) => configuration,
  WhitePlayerUpdateEvent: ({ seats }) => seats.white,
  BlackPlayerUpdateEvent: ({ seats }) => seats.black,
  ChessboardUpdateEvent: ({ board }) => board && { pieces: board.pieces, pockets: board.pockets ?? null },
  BoardChanged: ({ board, moves }) =>
    board && {
      pieces: board.pieces,
      pockets: board.pockets ?? null,
      extra: board.extra ?? null,
      turn: board.turn,
      check: board.check,
      lastMove: moves.at(-1) ?? null,
    },
  MoveHistoryUpdateEvent: ({ ply, moves }) => ({ ply, last: moves.at(-1) ?? null }),
  TurnUpdateEvent: ({ turn }) => turn,
  GameSituationUpdateEvent: ({ promotion, board }) => {
    if (promotion !== null) return { kind: 'promotion', ...promotion };
    const by = board?.outcome?.by;
    if (by === 'checkmate' || by === 'stalemate') return { kind: by };
    return { kind: (board?.check.length ?? 0) > 0 ? 'check' : 'none' };
  },
  WhiteTimerUpdateEvent: ({ clocks }) => clocks && { remainingMs: clocks.remainingMs.white },
  BlackTimerUpdateEvent: ({ clocks }) => clocks && { remainingMs: clocks.remainingMs.black },
  DrawOfferUpdateEvent: ({ offers }) => offers.draw,
  TakebackOfferUpdateEvent: ({ offers }) => offers.takeback,
  RematchUpdateEvent: ({ offers, next }) => ({ offer: offers.rematch, next }),
  GameOverUpdateEvent: ({ end }) => end,
  ServerSituationUpdateEvent: ({ situation }) => situation,
};
