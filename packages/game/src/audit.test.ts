import { expect, test } from 'vitest';
import { audit } from './audit.js';
import { type Fact, type FactBodies, type FactType, fact } from './facts.js';
import { abort, gameMated, gameStarted, given, offer, played, resign, type Scene, THIS_GAME } from './testing/index.js';

const flawOf = ({ referee }: Scene, facts: readonly Fact[]) => {
  const audited = audit(referee)(THIS_GAME, facts);
  return audited.ok ? null : audited.error;
};

test.each<[string, Scene]>([
  ['a mate', gameMated],
  ['a resignation', given(gameStarted).and(resign('white')).scene],
  ['an abort', given(gameStarted).and(abort('black')).scene],
  ['an offer that a move goes past', played(given(gameStarted).and(offer('black', 'draw')).scene, 'e2e4')],
])('%s that was decided here is flawless', (_, scene) => {
  expect(flawOf(scene, scene.facts)).toBeNull();
});

/** The facts of Fool's mate, with the fact of this type changed in what it says. */
function changed<T extends FactType>(type: T, which: number, change: Partial<FactBodies[T]>): readonly Fact[] {
  let seen = 0;
  return gameMated.facts.map((one) => (one.type === type && seen++ === which ? ({ ...one, ...change } as Fact) : one));
}

const without = (type: FactType): readonly Fact[] => gameMated.facts.filter((one) => one.type !== type);
const { now } = gameMated;

test.each<[string, readonly Fact[], RegExp]>([
  ['of another game', changed('GameCreated', 0, { game: 'another' as never }), /1: it tells of another game/],
  ['without its beginning', gameMated.facts.slice(1), /1: GameConfigured in a game that is absent/],
  ['without its start', without('GameStarted'), /MovePlayed in a game that is ready/],
  [
    'with a move of the wrong side',
    changed('MovePlayed', 1, { color: 'white' }),
    /white moves when it is black's turn/,
  ],
  ['with a ply twice', changed('MovePlayed', 1, { ply: 1 as never }), /ply 1 comes after ply 1/],
  ['with a move that nobody can play', changed('MovePlayed', 2, { record: 'e8e1' as never }), /does not replay/],
  ['with the wrong side to move', changed('MovePlayed', 2, { turn: 'white' }), /white is to move, but it is black's/],
  [
    'with another end',
    changed('GameEnded', 0, { end: { kind: 'draw', cause: 'agreement' } }),
    /win of black .*was due/,
  ],
  ['with an end out of nothing', [...gameStarted.facts, gameMated.facts.at(-1)!], /but nothing was due/],
  ['without the end that is on the board', without('GameEnded'), /no end was written down/],
  ['that goes on after its end', [...gameMated.facts, fact('DrawOffered', now, { color: 'white' })], /terminated/],
])('a game %s is found', (_, facts, problem) => {
  const flaw = flawOf(gameMated, facts);
  expect(`${flaw?.version}: ${flaw?.problem}`).toMatch(problem);
});

test('the first of several flaws is told', () => {
  const facts = played(gameStarted, 'e2e4 e7e5 g1f3').facts.map((one) =>
    one.type === 'MovePlayed' && one.ply > 1 ? { ...one, record: 'a1h8' } : one,
  );
  const first = facts.findIndex((one) => one.type === 'MovePlayed' && one.ply === 2);
  expect(flawOf(gameStarted, facts)).toMatchObject({ version: first + 1 });
});
