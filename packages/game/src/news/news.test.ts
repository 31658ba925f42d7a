import { catalogue, classicalReferee } from '@chessmith/rules';
import { describe, expect, test } from 'vitest';
import { evolve } from '../evolve.js';
import { noGame } from '../game.js';
import {
  coinReferee,
  configureGame,
  flagFall,
  gameCreated,
  gameMated,
  gameReady,
  gameStarted,
  given,
  join,
  leave,
  offer,
  PLAYERS,
  played,
  playMove,
  promote,
  promotionAwaited,
  type Scene,
  startedWith,
  startGame,
  stopGame,
  waitingForPlayers,
} from '../testing/index.js';
import type { Millis } from '../units.js';
import { gameView } from '../view.js';
import { type News, newsOf } from './news-of.js';
import { NEWS_PARTS } from './parts.js';
import { isNewsNode, NEWS_NODES, NEWS_TREE, newsPath, newsSubtree } from './tree.js';

/** The nodes with news between two scenes, one list per fact. */
function nodesBetween(before: Scene, after: Scene): readonly (readonly string[])[] {
  let { game } = before;
  return after.facts.slice(before.facts.length).map((fact) => {
    const next = evolve(after.referee)(game, fact);
    const nodes = newsOf(after.referee)(game, fact, next).map(({ node }) => node.replace(/UpdateEvent$/, ''));
    game = next;
    return nodes;
  });
}

/** The news of all facts of a scene. */
function newsIn({ referee, facts }: Scene): readonly News[] {
  let game: Scene['game'] = noGame();
  return facts.flatMap((fact) => {
    const before = game;
    game = evolve(referee)(before, fact);
    return newsOf(referee)(before, fact, game);
  });
}

/** The last payload of each node. */
const lastPayloadsIn = (scene: Scene): { readonly [node: string]: unknown } =>
  Object.fromEntries(newsIn(scene).map(({ node, payload }) => [node, payload]));

const viewOf = ({ referee, game, now }: Scene) => gameView(referee)(game, null, now);

const clock = { kind: 'per-player', playerMs: 60_000 as Millis, incrementMs: 0 as Millis } as const;
const timed = startedWith({ clock });

test.each([
  ['a game is created', noGameScene(), gameCreated, [['ServerSituation']]],
  [
    'it is configured',
    gameCreated,
    given(gameCreated).and(configureGame()).scene,
    [['Configuration', 'Chessboard', 'BoardChanged', 'Turn', 'ServerSituation']],
  ],
  ['white joins', waitingForPlayers, given(waitingForPlayers).and(join('white')).scene, [['WhitePlayer']]],
  [
    'the second player joins and the game starts automatically',
    given(gameCreated).and(configureGame({ autoStart: true }), join('white')).scene,
    given(gameCreated).and(configureGame({ autoStart: true }), join('white'), join('black')).scene,
    [['BlackPlayer', 'ServerSituation'], ['ServerSituation']],
  ],
  ['a player leaves', gameReady, given(gameReady).and(leave('black')).scene, [['BlackPlayer', 'ServerSituation']]],
  ['it starts', gameReady, given(gameReady).and(startGame()).scene, [['ServerSituation']]],
  ['a move', gameStarted, played(gameStarted, 'e2e4'), [['Chessboard', 'BoardChanged', 'MoveHistory', 'Turn']]],
  [
    'a move on the clock',
    timed,
    given(timed).afterMs(10).and(playMove('white', 'e2e4')).scene,
    [['Chessboard', 'BoardChanged', 'MoveHistory', 'Turn', 'WhiteTimer']],
  ],
  [
    'a promotion is pending',
    played(gameStarted, 'a2a4 b7b5 a4b5 b8c6 b5b6 c6b8 b6b7 b8c6'),
    promotionAwaited,
    [['GameSituation']],
  ],
  [
    'a promotion is completed',
    promotionAwaited,
    given(promotionAwaited).and(promote('white', 'queen')).scene,
    [['Chessboard', 'BoardChanged', 'MoveHistory', 'Turn', 'GameSituation']],
  ],
  [
    'mate',
    played(gameStarted, 'f2f3 e7e6 g2g4'),
    gameMated,
    [
      ['Chessboard', 'BoardChanged', 'MoveHistory', 'Turn', 'GameSituation'],
      ['GameOver', 'ServerSituation'],
    ],
  ],
  ['a draw is offered', gameStarted, given(gameStarted).and(offer('white', 'draw')).scene, [['DrawOffer']]],
  [
    'a move cancels an offer',
    given(gameStarted).and(offer('black', 'draw')).scene,
    given(gameStarted).and(offer('black', 'draw'), playMove('white', 'e2e4')).scene,
    [['Chessboard', 'BoardChanged', 'MoveHistory', 'Turn'], ['DrawOffer']],
  ],
  [
    'a flag falls',
    timed,
    given(timed).afterMs(61_000).and(flagFall).scene,
    [[], ['WhiteTimer', 'GameOver', 'ServerSituation']],
  ],
  ['it is stopped', gameStarted, given(gameStarted).and(stopGame()).scene, [[], ['GameOver', 'ServerSituation']]],
])('when %s, there is news of exactly what changed', (_name, before, after, nodes) => {
  expect(nodesBetween(before, after)).toEqual(nodes);
});

describe('news', () => {
  test('exists for every fact of a game, with its version', () => {
    const all = newsIn(gameMated);
    expect(new Set(all.map(({ version }) => version)).size).toBe(gameMated.facts.length);
  });

  test('of a move contains what a view shows', () => {
    const crazyhouse = catalogue.find(({ name }) => name === 'crazyhouse')!;
    const scene = played(startedWith({}, classicalReferee(crazyhouse)), 'e2e4 d7d5 e4d5 d8d5 f1b5');
    const { moves, board } = viewOf(scene);
    const { pieces, pockets, check, turn } = board!;
    const last = moves.at(-1);
    expect(last?.notation).toBe('Bb5+');
    expect([pockets, check]).toEqual([{ white: { pawn: 1 }, black: { pawn: 1 } }, ['e8']]);
    expect(lastPayloadsIn(scene)).toMatchObject({
      ChessboardUpdateEvent: { pieces, pockets },
      BoardChanged: { pieces, pockets, extra: null, turn, check, lastMove: last },
      MoveHistoryUpdateEvent: { ply: 5, last },
      TurnUpdateEvent: 'black',
      GameSituationUpdateEvent: { kind: 'check' },
    });
  });

  test.each([
    ['a pending promotion', promotionAwaited, { kind: 'promotion', ...promotionAwaited.game.promotion }],
    ['mate', gameMated, { kind: 'checkmate' }],
    [
      'stalemate',
      played(startedWith({ setup: { position: '7k/5Q2/8/8/8/8/8/K7 w - - 0 1' } }), 'f7g6'),
      { kind: 'stalemate' },
    ],
  ])('of %s names the situation of the side to move', (_name, scene, situation) => {
    expect(lastPayloadsIn(scene).GameSituationUpdateEvent).toEqual(situation);
  });

  test('contains the extra state of a ruleset, and the time of the fact', () => {
    const scene = played(startedWith({}, coinReferee()), 'g1f3');
    expect(lastPayloadsIn(scene).BoardChanged).toMatchObject({ extra: { tossed: 1 } });
    const later = given(gameStarted).afterMs(10).and(playMove('white', 'e2e4')).scene;
    expect(newsIn(later).at(-1)!.at).toBe(later.now);
  });

  test('of a seat names the person, or null for an empty seat', () => {
    const left = given(gameReady).and(leave('black')).scene;
    const players = newsIn(left).filter(({ node }) => newsPath(node).includes('PlayerUpdateEvent'));
    expect(players.map(({ payload }) => payload)).toEqual([PLAYERS.white, PLAYERS.black, null]);
  });

  test('is plain JSON', () => {
    const all = newsIn(gameMated);
    expect(JSON.parse(JSON.stringify(all))).toEqual(all);
  });
});

describe('the tree', () => {
  test('has one root, and every parent is a node', () => {
    expect(NEWS_NODES.filter((node) => NEWS_TREE[node].under === null)).toEqual(['ChessGameServiceEvent']);
    for (const node of NEWS_NODES) expect(newsPath(node).at(-1)).toBe('ChessGameServiceEvent');
  });

  test('marks as replayed exactly the nodes that derive from facts', () => {
    const replayed = NEWS_NODES.filter((node) => NEWS_TREE[node].replayed);
    expect(replayed.toSorted()).toEqual(NEWS_PARTS.map(({ node }) => node).toSorted());
  });

  test('gives subscribers of ServerStateUpdateEvent the twelve events of the Chess Game Service API', () => {
    const leaves = newsSubtree('ServerStateUpdateEvent').filter((node) => newsSubtree(node).length === 1);
    expect(leaves.toSorted()).toEqual(
      [
        'ChessboardUpdateEvent',
        'MoveHistoryUpdateEvent',
        'TurnUpdateEvent',
        'GameSituationUpdateEvent',
        'GameOverUpdateEvent',
        'WhitePlayerUpdateEvent',
        'BlackPlayerUpdateEvent',
        'WhiteTimerUpdateEvent',
        'BlackTimerUpdateEvent',
        'ServerSituationUpdateEvent',
        'ServerErrorUpdateEvent',
        'SubscriptionUpdateEvent',
      ].toSorted(),
    );
    const branches = ['GameStateUpdateEvent', 'PlayerUpdateEvent', 'TimerUpdateEvent', 'OfferUpdateEvent'] as const;
    expect(branches.map((node) => newsSubtree(node).length)).toEqual([12, 3, 3, 4]);
    expect(isNewsNode('BoardChanged')).toBe(true);
    expect(isNewsNode('toString')).toBe(false);
  });
});

function noGameScene(): Scene {
  return { ...gameCreated, facts: [], game: noGame() };
}
