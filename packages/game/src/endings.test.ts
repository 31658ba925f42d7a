import { classicalReferee, rulesetNamed } from '@chessmith/rules';
import { describe, expect, test } from 'vitest';
import { audit } from './audit.js';
import type { Command } from './commands.js';
import { DEFAULT_MAX_PLIES, type GameEnd } from './end.js';
import type { CheckName } from './refusals.js';
import {
  abort,
  claimDraw,
  claimVictory,
  failRules,
  gameReady,
  gameStarted,
  given,
  PLAYERS,
  played,
  playMove,
  resign,
  type Scene,
  STRANGER,
  startedWith,
  THIS_GAME,
} from './testing/index.js';
import type { Millis, Ply } from './units.js';

const from = (position: string, ruleset = 'standard'): Scene =>
  startedWith({ setup: { position } }, classicalReferee(rulesetNamed(ruleset)!));

const SHUFFLE = 'g1f3 g8f6 f3g1 f6g8';

test('a game of a ruleset without an end is drawn at the ply limit', () => {
  const standard = rulesetNamed('standard')!;
  const endless = { ...standard, endings: standard.endings.filter(({ kind }) => kind === 'checkmate') };
  const start = startedWith({}, classicalReferee(endless));
  const almost = played(
    start,
    `${SHUFFLE} `
      .repeat(DEFAULT_MAX_PLIES / 4)
      .trim()
      .split(' ')
      .slice(0, -1)
      .join(' '),
  );
  expect(almost.game.end).toBeNull();
  const { scene } = given(almost)
    .when(playMove('black', 'f6g8'))
    .thenEnd({ kind: 'draw', cause: 'move-rule', rule: 'ply-cap' });
  expect(audit(scene.referee)(THIS_GAME, scene.facts)).toMatchObject({ ok: true });
});

test('a server may have another ply limit, and its games pass the audit', () => {
  const start = startedWith({}, classicalReferee(rulesetNamed('standard')!));
  const { scene } = given(played(start, 'e4 e5 Nf3'))
    .when(playMove('black', 'b8c6'), { maxPlies: 4 })
    .thenEnd({ kind: 'draw', cause: 'move-rule', rule: 'ply-cap' });
  expect(audit(scene.referee)(THIS_GAME, scene.facts)).toMatchObject({ ok: true });
});

const ENDS: readonly (readonly [string, Scene, string, GameEnd])[] = [
  [
    'mate',
    from('6k1/5ppp/8/8/8/8/8/R6K w - - 0 1'),
    'a1a8',
    { kind: 'win', winner: 'white', cause: 'checkmate', rule: 'checkmate' },
  ],
  [
    'stalemate',
    from('k7/8/1K6/8/8/8/8/2Q5 w - - 0 1'),
    'c1c7',
    { kind: 'draw', cause: 'stalemate', rule: 'stalemate' },
  ],
  [
    'the fifth repetition',
    played(gameStarted, `${SHUFFLE} ${SHUFFLE} ${SHUFFLE} g1f3 g8f6 f3g1`),
    'f6g8',
    { kind: 'draw', cause: 'repetition', rule: 'fivefold-repetition' },
  ],
  [
    'fifty moves without a pawn or a capture',
    from('7k/8/8/8/8/8/8/R6K w - - 99 80'),
    'a1a2',
    { kind: 'draw', cause: 'move-rule', rule: 'fifty-moves' },
  ],
  [
    'bare kings',
    from('7k/8/8/8/8/8/p7/K7 w - - 0 1'),
    'a1a2',
    { kind: 'draw', cause: 'material', rule: 'insufficient-material' },
  ],
  [
    'a king on the hill',
    from('7k/8/8/8/8/4K3/8/8 w - - 0 1', 'king-of-the-hill'),
    'e3e4',
    { kind: 'win', winner: 'white', cause: 'variant-end', rule: 'king-on-hill' },
  ],
];

test.each(ENDS)('the board ends a game by %s', (_name, scene, move, end) => {
  given(scene).when(playMove(scene.game.board!.turn, move)).thenEnd(end);
});

describe('a player', () => {
  test('resigns at any time in a started game, also off turn', () => {
    given(gameStarted).when(resign('black')).thenFacts('PlayerResigned', 'GameEnded');
    given(gameStarted).when(resign('white')).thenEnd({ kind: 'win', winner: 'black', cause: 'surrender' });
    given(gameReady).when(resign('white')).thenRefused('game/not-started', 'started');
  });

  test('aborts until both have moved', () => {
    given(played(gameStarted, 'e2e4')).when(abort('black')).thenEnd({ kind: 'none', cause: 'aborted' });
    given(played(gameStarted, 'e2e4 e7e5'))
      .when(abort('white'))
      .thenRefused('game/too-late-to-abort', 'not-both-have-moved');
  });

  test('claims a draw at the third repetition, and not before', () => {
    const twice = played(gameStarted, SHUFFLE);
    given(twice).when(claimDraw('white')).thenRefused('game/nothing-to-claim', 'claim-is-due');
    const thrice = played(twice, SHUFFLE);
    given(thrice).when(claimDraw('black')).thenRefused('game/not-your-turn', 'your-turn');
    given(thrice).when(claimDraw('white')).thenEnd({ kind: 'draw', cause: 'repetition', rule: 'threefold-repetition' });
  });

  test('claims a win against an opponent who stays away', () => {
    const fresh = startedWith({ abandonedAfterMs: 60_000 as Millis });
    const scene = played(fresh, 'e2e4 e7e5');
    const away = (ms: number) => ({ absentMs: { black: ms as Millis } });
    for (const early of [fresh, played(fresh, 'e2e4')]) {
      given(early).when(claimVictory('white'), away(60_000)).thenRefused('game/too-early-to-claim', 'both-have-moved');
    }
    given(scene).when(claimVictory('white'), away(59_999)).thenRefused('game/opponent-connected', 'opponent-is-away');
    given(scene).when(claimVictory('black'), away(60_000)).thenRefused('game/opponent-connected');
    given(scene)
      .when(claimVictory('white'), away(60_000))
      .thenEnd({ kind: 'win', winner: 'white', cause: 'abandoned' });
  });

  test('who cannot checkmate gets a draw against an opponent who stays away', () => {
    const scene = startedWith({ setup: { position: '7k/7p/8/8/8/8/8/K7 w - - 0 1' }, abandonedAfterMs: 1 as Millis });
    given(played(scene, 'a1a2 h8g8'))
      .when(claimVictory('white'), { absentMs: { black: 1 as Millis } })
      .thenEnd({ kind: 'draw', cause: 'abandoned' });
  });
});

test('a game whose rules fail ends without a result', () => {
  given(gameStarted)
    .when(failRules('script/timeout'))
    .thenEnd({ kind: 'none', cause: 'rules-failed', why: 'script/timeout' });
  given(gameStarted)
    .when({ ...failRules('so'), by: PLAYERS.white })
    .thenRefused('game/server-only', 'by-the-server');
});

describe('a refused move names the failed check', () => {
  const COMMANDS: readonly (readonly [string, Command, CheckName])[] = [
    ['not-your-turn', playMove('black', 'e7e5'), 'your-turn'],
    ['not-playing', { ...playMove('white', 'e2e4'), by: STRANGER }, 'you-play'],
    ['stale-ply', { type: 'PlayMove', by: PLAYERS.white, move: 'e2e4', ply: 1 as Ply }, 'position-is-current'],
  ];
  test.each(COMMANDS)('game/%s', (code, command, step) => {
    given(gameStarted).when(command).thenRefused(`game/${code}`, step);
  });

  test('and the referee judges last', () => {
    const { referee, game } = gameStarted;
    const ruling = referee.judge(game.board!.position, 'e2e5', { int: () => 0, real: () => 0 });
    expect(ruling).toMatchObject({ ok: false });
    if (!ruling.ok) given(gameStarted).when(playMove('white', 'e2e5')).thenRefused(ruling.error.code, 'move-is-legal');
  });
});
