import { describe, expect, test } from 'vitest';
import { rematchConfiguration } from './game.js';
import {
  accept,
  coinReferee,
  configureGame,
  decline,
  gameCreated,
  gameMated,
  gameStarted,
  given,
  NEXT_GAME,
  offer,
  PLAYERS,
  play,
  played,
  playMove,
  type Scene,
  STRANGER,
  startedWith,
  THIS_GAME,
  withdraw,
} from './testing/index.js';

describe('a draw', () => {
  test('is agreed, and not called stalemate', () => {
    const agreed = given(gameStarted).and(offer('white', 'draw')).when(accept('black', 'draw'));
    agreed.thenFacts('DrawAccepted', 'GameEnded');
    agreed.thenEnd({ kind: 'draw', cause: 'agreement' });
  });

  test('is offered by either side, on or off turn', () => {
    given(gameStarted).when(offer('black', 'draw')).thenFacts('DrawOffered');
  });

  test('is declined, and the game goes on', () => {
    const { scene } = given(gameStarted)
      .and(offer('white', 'draw'))
      .when(decline('black', 'draw'))
      .thenSituation('running');
    expect(scene.game.offers.draw).toBeNull();
  });

  test('is withdrawn only by the player who offered it', () => {
    const offered = given(gameStarted).and(offer('white', 'draw'));
    offered.when(withdraw('white', 'draw')).thenFacts('DrawWithdrawn');
    offered.when(withdraw('black', 'draw')).thenRefused('game/no-offer', 'an-offer-to-withdraw');
    offered.when(accept('white', 'draw')).thenRefused('game/no-offer', 'an-offer-to-answer');
  });

  test('never freezes the board: a move declines it', () => {
    given(gameStarted)
      .and(offer('black', 'draw'))
      .when(playMove('white', 'e2e4'))
      .thenFacts('MovePlayed', 'DrawDeclined')
      .when(accept('white', 'draw'))
      .thenRefused('game/no-offer', 'an-offer-to-answer');
  });

  test('offered with a move stays open until the other side has moved', () => {
    given(gameStarted)
      .and(offer('white', 'draw'))
      .when(playMove('white', 'e2e4'))
      .thenFacts('MovePlayed')
      .when(accept('black', 'draw'))
      .thenEnd({ kind: 'draw', cause: 'agreement' });
  });

  test('has one offer at a time', () => {
    const offered = given(gameStarted).and(offer('white', 'draw'));
    offered.when(offer('white', 'draw')).thenRefused('game/offer-stands', 'no-second-offer');
    offered.when(offer('black', 'draw')).thenRefused('game/offer-stands', 'no-second-offer');
  });

  test('is not offered again before a move', () => {
    const declined = given(gameStarted).and(offer('white', 'draw'), decline('black', 'draw'));
    declined.when(offer('white', 'draw')).thenRefused('game/offer-repeated', 'a-move-since-the-last-offer');
    declined.when(offer('black', 'draw')).thenFacts('DrawOffered');
    declined.and(playMove('white', 'e2e4')).when(offer('white', 'draw')).thenFacts('DrawOffered');
  });

  test('cannot be offered by strangers', () => {
    const stranger = { ...offer('white', 'draw'), by: STRANGER };
    given(gameStarted).when(stranger).thenRefused('game/not-playing', 'you-play');
  });
});

describe('a takeback', () => {
  const afterTwo = played(gameStarted, 'e2e4 e7e5');

  test('undoes two plies for the side to move, and one for its opponent', () => {
    const { scene } = given(afterTwo)
      .and(offer('white', 'takeback'))
      .when(accept('black', 'takeback'))
      .thenFacts('TakebackAccepted');
    expect(scene.game.board).toMatchObject({ turn: 'white', moves: [] });
    const one = given(afterTwo).and(offer('black', 'takeback'), accept('white', 'takeback')).scene;
    expect(one.game.board!.turn).toBe('black');
    expect(one.game.board!.moves.map(({ notation }) => notation)).toEqual(['e4']);
    expect(one.referee.snapshot(one.game.board!.position)).toEqual(
      afterTwo.referee.snapshot(played(gameStarted, 'e2e4').game.board!.position),
    );
  });

  test('needs a move to take back', () => {
    given(played(gameStarted, 'e2e4'))
      .when(offer('black', 'takeback'))
      .thenRefused('game/nothing-to-take-back', 'something-to-take-back');
  });

  test('is cancelled by the next move of either side', () => {
    const offered = given(afterTwo).and(offer('black', 'takeback'));
    offered.when(playMove('white', 'g1f3')).thenFacts('MovePlayed', 'TakebackDeclined');
    given(afterTwo)
      .and(offer('white', 'takeback'))
      .when(playMove('white', 'g1f3'))
      .thenFacts('MovePlayed', 'TakebackWithdrawn');
  });

  test('never undoes a move with a random result', () => {
    const tossed = played(startedWith({}, coinReferee()), 'e2e4 b8c6 d2d4');
    given(tossed).when(offer('black', 'takeback')).thenRefused('game/random-result-final', 'nothing-drawn-by-lot');
    given(tossed).when(offer('white', 'takeback')).thenFacts('TakebackOffered');
  });
});

test('repeated takebacks do not let a game grow for ever, and it can still be finished', () => {
  const goBack = [playMove('white', 'e2e4'), offer('white', 'takeback'), accept('black', 'takeback')];
  const refused = (before: Scene) => !play(before, goBack[1]!).ok;
  let scene = given(gameStarted).and(goBack[0]!).scene;
  while (scene.game.version < 4000 && !refused(scene))
    scene = given({ ...scene, facts: [] }).and(goBack[1]!, goBack[2]!, goBack[0]!).scene;
  given(scene).when(offer('white', 'takeback')).thenRefused('game/too-long', 'not-too-long-to-go-back');
  expect(scene.game.version).toBeGreaterThan(2900);
  given(scene).and(offer('white', 'draw')).when(accept('black', 'draw')).thenEnd({ kind: 'draw', cause: 'agreement' });
  expect(played(scene, 'e7e5 g1f3').game.board!.moves).toHaveLength(3);
});

describe('a rematch', () => {
  test('follows the end, with colours swapped', () => {
    const { scene } = given(gameMated)
      .and(offer('white', 'rematch'))
      .when(accept('black', 'rematch'))
      .thenFacts('RematchAccepted');
    expect(scene.game.next).toBe(NEXT_GAME);
    expect(rematchConfiguration(scene.game)).toEqual({
      ...gameMated.game.configuration!,
      seats: { white: PLAYERS.black, black: PLAYERS.white },
      origin: { kind: 'rematch', of: THIS_GAME },
    });
    expect(scene.game.situation).toBe('terminated');
  });

  test('is offered only after the end, and once by each side', () => {
    given(gameStarted).when(offer('white', 'rematch')).thenRefused('game/not-ended', 'ended');
    const declined = given(gameMated).and(offer('white', 'rematch'), decline('black', 'rematch'));
    declined.when(offer('white', 'rematch')).thenRefused('game/offer-repeated', 'one-rematch');
    declined.when(offer('black', 'rematch')).thenFacts('RematchOffered');
  });

  test('is agreed once; further offers by either side are refused', () => {
    const agreed = given(gameMated).and(offer('white', 'rematch'), accept('black', 'rematch'));
    for (const color of ['white', 'black'] as const) {
      agreed.when(offer(color, 'rematch')).thenRefused('game/offer-repeated', 'one-rematch');
    }
  });
});

describe('one person on both seats', () => {
  const alone = { hotSeat: true, seats: { white: PLAYERS.white, black: PLAYERS.white }, autoStart: true } as const;
  const hotSeat = given(startAlone()).and(playMove('white', 'e2e4'), playMove('white', 'e7e5')).scene;

  test('moves for both, and every offer is accepted at once', () => {
    expect(hotSeat.game.board!.moves).toHaveLength(2);
    given(hotSeat).when(offer('white', 'draw')).thenFacts('DrawAccepted', 'GameEnded');
    given(hotSeat).when(offer('white', 'takeback')).thenFacts('TakebackAccepted');
    // A takeback undoes the last ply, whichever side played it.
    const back = given(hotSeat).and(offer('white', 'takeback'));
    expect(back.scene.game.board!.moves).toHaveLength(1);
    expect(back.and(offer('white', 'takeback')).scene.game.board!.moves).toHaveLength(0);
  });

  test('resigns for the side to move or for the side it names, and may stop the game', () => {
    const resign = { type: 'Resign', by: PLAYERS.white } as const;
    given(hotSeat).when(resign).thenEnd({ kind: 'win', winner: 'black', cause: 'surrender' });
    given(hotSeat)
      .when({ ...resign, as: 'black' })
      .thenEnd({ kind: 'win', winner: 'white', cause: 'surrender' });
    given(hotSeat).when({ type: 'StopGame', by: PLAYERS.white }).thenEnd({ kind: 'none', cause: 'stopped' });
  });

  function startAlone() {
    const { scene } = given(gameCreated).when(configureGame(alone)).thenFacts('GameConfigured', 'GameStarted');
    return scene;
  }
});
