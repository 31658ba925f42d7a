import { expect, test } from 'vitest';
import { audit } from './audit.js';
import { type Fact, type FactBodies, type FactType, fact } from './facts.js';
import { abort, gameMated, gameStarted, given, offer, played, resign, type Scene, THIS_GAME } from './testing/index.js';

const problemIn = ({ referee }: Scene, facts: readonly Fact[]) => {
  const audited = audit(referee)(THIS_GAME, facts);
  return audited.ok ? null : audited.error;
};

test.each<[string, Scene]>([
  ['a mate', gameMated],
  ['a resignation', given(gameStarted).and(resign('white')).scene],
  ['an abort', given(gameStarted).and(abort('black')).scene],
  ['an offer that a move goes past', played(given(gameStarted).and(offer('black', 'draw')).scene, 'e2e4')],
])('%s that this package decided passes the audit', (_, scene) => {
  expect(problemIn(scene, scene.facts)).toBeNull();
});

/** The facts of Fool's mate; `change` is applied to the fact of this type and index. */
function changed<T extends FactType>(type: T, which: number, change: Partial<FactBodies[T]>): readonly Fact[] {
  let seen = 0;
  return gameMated.facts.map((one) => (one.type === type && seen++ === which ? ({ ...one, ...change } as Fact) : one));
}

const without = (type: FactType): readonly Fact[] => gameMated.facts.filter((one) => one.type !== type);
const { now } = gameMated;

test.each<[string, readonly Fact[], RegExp]>([
  ['of another game', changed('GameCreated', 0, { game: 'another' as never }), /1: the fact belongs to another game/],
  ['without its first fact', gameMated.facts.slice(1), /1: GameConfigured in a game that is absent/],
  ['without its start', without('GameStarted'), /MovePlayed in a game that is ready/],
  [
    'with a move of the wrong side',
    changed('MovePlayed', 1, { color: 'white' }),
    /white moves when it is black's turn/,
  ],
  ['with a ply twice', changed('MovePlayed', 1, { ply: 1 as never }), /ply 1 comes after ply 1/],
  ['with an impossible move', changed('MovePlayed', 2, { record: 'e8e1' as never }), /does not replay/],
  ['with the wrong side to move', changed('MovePlayed', 2, { turn: 'white' }), /white is to move, but it is black's/],
  [
    'with another end',
    changed('GameEnded', 0, { end: { kind: 'draw', cause: 'agreement' } }),
    /win of black .*was expected/,
  ],
  ['with an end without a cause', [...gameStarted.facts, gameMated.facts.at(-1)!], /but no end was expected/],
  ['without the end that the board shows', without('GameEnded'), /there is no GameEnded/],
  ['that goes on after its end', [...gameMated.facts, fact('DrawOffered', now, { color: 'white' })], /terminated/],
])('a game %s fails the audit', (_, facts, problem) => {
  const found = problemIn(gameMated, facts);
  expect(`${found?.version}: ${found?.problem}`).toMatch(problem);
});

test('the audit reports the first of several problems', () => {
  const facts = played(gameStarted, 'e2e4 e7e5 g1f3').facts.map((one) =>
    one.type === 'MovePlayed' && one.ply > 1 ? { ...one, record: 'a1h8' } : one,
  );
  const first = facts.findIndex((one) => one.type === 'MovePlayed' && one.ply === 2);
  expect(problemIn(gameStarted, facts)).toMatchObject({ version: first + 1 });
});
