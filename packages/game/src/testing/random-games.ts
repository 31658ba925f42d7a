import { COLORS } from '@chessmith/rules';
import fc from 'fast-check';
import { expect } from 'vitest';
import { audit } from '../audit.js';
import type { GameConfiguration } from '../configuration.js';
import { evolve } from '../evolve.js';
import type { Fact, FactType } from '../facts.js';
import { fold } from '../fold.js';
import { deadlineOf, type Game } from '../game.js';
import { newsOf } from '../news/news-of.js';
import type { NewsNode } from '../news/tree.js';
import { epochMsOf } from '../units.js';
import { readFact } from '../upcast.js';
import { type GameView, gameView } from '../view.js';
import { configureGame, createGame, join, THIS_GAME } from './commands.js';
import { given } from './given.js';
import { type Attempt, afterAttempt, anyAttempt, anyConfiguration } from './random-attempts.js';
import { emptyScene, NOON, type Scene, type SyncReferee } from './scene.js';

/** Plays random games with legal and illegal commands, checks all invariants, and gives the fact types that occurred. */
export function playRandomGames(
  referee: SyncReferee,
  games: number,
  attempts: number,
  seed?: number,
): ReadonlySet<FactType> {
  const seen = new Set<FactType>();
  const anyAttempts = fc.array(anyAttempt, { minLength: attempts / 2, maxLength: attempts });
  fc.assert(
    fc.property(anyConfiguration(referee.about.name), anyAttempts, (configuration, tried) => {
      for (const { type } of playRandomGame(referee, configuration, tried).facts) seen.add(type);
    }),
    { numRuns: games, ...(seed === undefined ? {} : { seed }) },
  );
  return seen;
}

function playRandomGame(referee: SyncReferee, configuration: GameConfiguration, tried: readonly Attempt[]): Scene {
  let scene = given(emptyScene(referee)).and(createGame(), configureGame(configuration)).scene;
  if (scene.game.seats.black === null) scene = given(scene).and(join('black')).scene;
  for (const attempt of tried) {
    const after = afterAttempt(scene, attempt, configuration);
    expectOneVersionPerFact(scene, after);
    expectFairClocks(scene, after);
    expectExactNews(scene, after);
    scene = after;
  }
  expectSameFromFacts(scene);
  return scene;
}

/** Calls vitest only for a failure: a run makes a million of these comparisons. */
function expectSame<T>(found: T, wanted: T): void {
  if (found !== wanted) expect(found).toBe(wanted);
}

/** Each fact raises the version by one, and a finished game stays finished. */
function expectOneVersionPerFact(before: Scene, after: Scene): void {
  expectSame(after.game.version, after.facts.length);
  // Facts are immutable, so identity is enough.
  expectSame(
    before.facts.every((fact, index) => fact === after.facts[index]),
    true,
  );
  if (before.game.end !== null) expect(after.game).toMatchObject({ end: before.game.end, situation: 'terminated' });
}

/** No clock is negative or gains more than its increment, and there is a deadline exactly while the game runs. */
function expectFairClocks({ game: before }: Scene, { game }: Scene): void {
  const { clocks, configuration } = game;
  if (clocks === null || configuration === null) {
    expectSame(deadlineOf(game), null);
    return;
  }
  const { clock } = configuration;
  for (const color of COLORS) {
    const remainingMs = clocks.remainingMs[color];
    expectSame(Number.isInteger(remainingMs) && remainingMs >= 0, true);
    if (clock.kind !== 'per-player' || before.clocks === null) continue;
    expectSame(remainingMs <= before.clocks.remainingMs[color] + clock.incrementMs, true);
  }
  const deadline = deadlineOf(game);
  expectSame(deadline !== null, game.situation === 'running');
  if (deadline !== null) expectSame(epochMsOf(deadline) > epochMsOf(clocks.since), true);
}

/** The news names exactly the nodes whose part of the view changed. */
function expectExactNews(before: Scene, after: Scene): void {
  const { referee } = after;
  const sent = new Set(nodesOf(referee, before.game, after.facts.slice(before.facts.length)));
  const [then, now] = [before, after].map(({ game }) => ({
    game,
    view: gameView(referee)(game, null, game.clocks?.since ?? NOON),
  }));
  const differing = Object.entries(VISIBLE_PARTS).filter(
    ([, part]) => JSON.stringify(part(then!)) !== JSON.stringify(part(now!)),
  );
  expectSame(
    [...sent].toSorted().join(),
    differing
      .map(([node]) => node)
      .toSorted()
      .join(),
  );
}

type ViewedGame = { readonly game: Game; readonly view: GameView };

/** The part of the view that each node covers; written independently of the code that makes news. */
const VISIBLE_PARTS: { readonly [node in NewsNode]?: (viewed: ViewedGame) => unknown } = {
  ServerSituationUpdateEvent: ({ view }) => view.situation,
  AliasUpdateEvent: ({ view }) => view.alias,
  ConfigurationUpdateEvent: ({ view }) => view.configuration,
  WhitePlayerUpdateEvent: ({ view }) => view.seats.white,
  BlackPlayerUpdateEvent: ({ view }) => view.seats.black,
  ChessboardUpdateEvent: ({ view }) => view.board?.pieces,
  BoardChanged: ({ view }) => [view.board?.pieces, view.board?.extra, view.turn, view.ply],
  MoveHistoryUpdateEvent: ({ view }) => view.moves,
  TurnUpdateEvent: ({ view }) => view.turn,
  GameSituationUpdateEvent: ({ view: { promotion, board } }) => {
    const isDecided = board?.outcome?.by === 'checkmate' || board?.outcome?.by === 'stalemate';
    return [promotion, isDecided, isDecided || promotion !== null || (board?.check.length ?? 0) > 0];
  },
  WhiteTimerUpdateEvent: ({ view }) => view.clocks?.remainingMs.white,
  BlackTimerUpdateEvent: ({ view }) => view.clocks?.remainingMs.black,
  DrawOfferUpdateEvent: ({ view }) => view.offers.draw,
  TakebackOfferUpdateEvent: ({ view }) => view.offers.takeback,
  RematchUpdateEvent: ({ view }) => [view.offers.rematch, view.next],
  GameOverUpdateEvent: ({ view }) => view.end,
};

function nodesOf(referee: SyncReferee, from: Game, facts: readonly Fact[]): readonly NewsNode[] {
  let game = from;
  return facts.flatMap((fact) => {
    const next = evolve(referee)(game, fact);
    const news = newsOf(referee)(game, fact, next);
    game = next;
    return news.map(({ node }) => node);
  });
}

/** Folding the stored facts, at once or in two parts, gives the same state, and they pass the audit. */
function expectSameFromFacts({ referee, facts, game }: Scene): void {
  const stored = facts.map((fact) => {
    const read = readFact(JSON.parse(JSON.stringify(fact)));
    if (!read.ok) throw new Error(read.error.message);
    return read.value;
  });
  const half = stored.length >> 1;
  const inTwo = fold(referee)(stored.slice(half), fold(referee)(stored.slice(0, half)));
  const { board: playedBoard, ...playedRest } = game;
  for (const { board, ...rest } of [fold(referee)(stored), inTwo]) {
    expect(rest).toEqual(playedRest);
    expect({ ...board, position: snapshot(referee, board) }).toEqual({
      ...playedBoard,
      position: snapshot(referee, playedBoard),
    });
  }
  expect(audit(referee)(THIS_GAME, stored)).toMatchObject({ ok: true });
}

const snapshot = (referee: SyncReferee, board: Game['board']) =>
  board === null ? null : referee.snapshot(board.position);
