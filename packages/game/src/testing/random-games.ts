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
import { newsText } from '../news/news-text.js';
import type { NewsNode } from '../news/tree.js';
import { epochMsOf, later } from '../units.js';
import { readFact } from '../upcast.js';
import { type GameView, gameText, gameView } from '../view.js';
import { configureGame, createGame, join, PLAYERS, STRANGER, THIS_GAME } from './commands.js';
import { given } from './given.js';
import { type Attempt, anyAttempt, anyConfiguration, attempted } from './random-attempts.js';
import { emptyScene, NOON, type PromptReferee, type Scene } from './scene.js';

/** Lives of so many games in which everybody tries anything, under these rules; expects what is always so, and tells what happened. */
export function tryRandomLives(
  referee: PromptReferee,
  lives: number,
  attempts: number,
  seed?: number,
): ReadonlySet<FactType> {
  const seen = new Set<FactType>();
  const anyLife = fc.array(anyAttempt, { minLength: attempts / 2, maxLength: attempts });
  fc.assert(
    fc.property(anyConfiguration(referee.about.name), anyLife, (configuration, tried) => {
      for (const { type } of live(referee, configuration, tried).facts) seen.add(type);
    }),
    { numRuns: lives, ...(seed === undefined ? {} : { seed }) },
  );
  return seen;
}

function live(referee: PromptReferee, configuration: GameConfiguration, tried: readonly Attempt[]): Scene {
  let scene = given(emptyScene(referee)).and(createGame(), configureGame(configuration)).scene;
  if (scene.game.seats.black === null) scene = given(scene).and(join('black')).scene;
  for (const attempt of tried) {
    const after = attempted(scene, attempt, configuration);
    expectVersionsCount(scene, after);
    expectFairClocks(scene, after);
    expectTrueNews(scene, after);
    expectTrueText(after, after.game === scene.game);
    scene = after;
  }
  expectSameFromFacts(scene);
  return scene;
}

/** Asks vitest only where it has something to tell: it is asked a million times. */
function expectSame<T>(found: T, wanted: T): void {
  if (found !== wanted) expect(found).toBe(wanted);
}

/** One version per fact, and an end is an end. */
function expectVersionsCount(before: Scene, after: Scene): void {
  expectSame(after.game.version, after.facts.length);
  // Facts never change, so it is enough that they are the same ones.
  expectSame(
    before.facts.every((fact, index) => fact === after.facts[index]),
    true,
  );
  if (before.game.end !== null) expect(after.game).toMatchObject({ end: before.game.end, situation: 'terminated' });
}

/** No clock below zero, none gains more than its increment, and a flag is waited for exactly while a clock runs. */
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

/**
 * What is kept as text says what everyone sees, now and a little later. Where it is the game that everyone has seen, only time
 * has gone by, and that is the same for all of them.
 */
function expectTrueText({ referee, game, now }: Scene, isSeen: boolean): void {
  const [instants, viewers] = isSeen ? [[now], [null]] : [[now, later(now, 7)], EVERYONE];
  for (const at of instants) {
    for (const who of viewers) {
      expectSame(gameText(referee)(game, who, at), JSON.stringify(gameView(referee)(game, who, at)));
    }
  }
}

const EVERYONE = [PLAYERS.white, null, PLAYERS.black, STRANGER];

/** Whatever looks different afterwards was told, and nothing else. */
function expectTrueNews(before: Scene, after: Scene): void {
  const { referee } = after;
  const told = new Set(nodesOf(referee, before.game, after.facts.slice(before.facts.length)));
  const [then, now] = [before, after].map(({ game }) => ({
    game,
    view: gameView(referee)(game, null, game.clocks?.since ?? NOON),
  }));
  const differing = Object.entries(SEEN).filter(([, see]) => JSON.stringify(see(then!)) !== JSON.stringify(see(now!)));
  expectSame(
    [...told].toSorted().join(),
    differing
      .map(([node]) => node)
      .toSorted()
      .join(),
  );
}

type Looked = { readonly game: Game; readonly view: GameView };

/** Where a person would notice it, written down apart from the code that tells it. */
const SEEN: { readonly [node in NewsNode]?: (looked: Looked) => unknown } = {
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

function nodesOf(referee: PromptReferee, from: Game, facts: readonly Fact[]): readonly NewsNode[] {
  let game = from;
  return facts.flatMap((fact) => {
    const next = evolve(referee)(game, fact);
    const news = newsOf(referee)(game, fact, next);
    expectSame(newsText(news), JSON.stringify(news));
    game = next;
    return news.map(({ node }) => node);
  });
}

/** The facts alone, as a store gives them back, tell the whole game. */
function expectSameFromFacts({ referee, facts, game }: Scene): void {
  const stored = facts.map((fact) => {
    const read = readFact(JSON.parse(JSON.stringify(fact)));
    if (!read.ok) throw new Error(read.error.message);
    return read.value;
  });
  const half = stored.length >> 1;
  const inTwo = fold(referee)(stored.slice(half), fold(referee)(stored.slice(0, half)));
  const { board: lived, ...rest } = game;
  for (const { board, ...told } of [fold(referee)(stored), inTwo]) {
    expect(told).toEqual(rest);
    expect({ ...board, position: snapshot(referee, board) }).toEqual({ ...lived, position: snapshot(referee, lived) });
  }
  expect(audit(referee)(THIS_GAME, stored)).toMatchObject({ ok: true });
}

const snapshot = (referee: PromptReferee, board: Game['board']) =>
  board === null ? null : referee.snapshot(board.position);
