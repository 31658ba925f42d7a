import { seededRandom, unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { listMoves } from '../referee/choices.js';
import type { Chance, GameRecord, Referee, Ruling, Setup, Viewer } from '../referee/port.js';

/** A sample game for the contract tests. */
export type RefereeSample = {
  /** A short description that completes a sentence beginning with "in". */
  readonly name: string;
  readonly setup: Setup;
  /** Legal moves in order, in any notation of the referee. */
  readonly moves: readonly string[];
  /** Moves that must be refused after `moves`, each with its code. */
  readonly refused?: { readonly [move: string]: string };
  /** Whether the game has ended after `moves`. */
  readonly ends?: boolean;
};

const VIEWERS: readonly Viewer[] = [
  { kind: 'all' },
  { kind: 'watcher' },
  { kind: 'player', color: 'white' },
  { kind: 'player', color: 'black' },
];
/** Plies of a random game after a sample, moves tried per position, and unlisted texts tried. */
const PLIES = 6;
const TRIES = 40;
const UNLISTED = 300;

/** The contract of every referee, tested on sample games and on random games that continue them. */
export function testReferee<Position>(
  name: string,
  makeReferee: () => Referee<Position>,
  samples: readonly RefereeSample[],
): void {
  describe(`${name} fulfils the contract of a referee`, () => {
    describe.each(samples)('in $name', (sample) => {
      let created: Promise<Fixture<Position>> | undefined;
      const fixture = (): Promise<Fixture<Position>> => {
        created ??= createFixture(makeReferee(), sample);
        return created;
      };

      test('a game resumed from its record looks the same', async () => {
        const { referee, game } = await fixture();
        expectSame(referee, referee.resume(throughStore(game.start)), game.positions[0]!);
      });

      test('a move replayed from its record leads to the same position, without chance', async () => {
        const { referee, game } = await fixture();
        let position = referee.resume(throughStore(game.start));
        for (const [ply, ruling] of game.rulings.entries()) {
          position = referee.replay(position, throughStore(ruling.record));
          expectSame(referee, position, ruling.after);
          expect(referee.view(position, VIEWERS[0]!).ply).toBe(ply + 1);
        }
      });

      test('a position restored from its snapshot is equal and continues equally', async () => {
        const { referee, game } = await fixture();
        for (const [ply, position] of game.positions.entries()) {
          const restored = referee.restore(throughStore(referee.snapshot(position)));
          expectSame(referee, restored, position);
          const next = game.texts[ply];
          if (next === undefined) continue;
          const [again, before] = [await judged(referee, restored, next), await judged(referee, position, next)];
          expect(comparable(referee, again)).toEqual(comparable(referee, before));
        }
      });

      test('a position is never changed in place, and the same chance brings the same ruling', async () => {
        const { referee, game } = await fixture();
        for (const [ply, text] of game.texts.entries()) {
          const position = game.positions[ply]!;
          const before = JSON.stringify(referee.snapshot(position));
          const rulings = [await judged(referee, position, text, 7), await judged(referee, position, text, 7)];
          expect(comparable(referee, rulings[1]!)).toEqual(comparable(referee, rulings[0]!));
          expect(JSON.stringify(referee.snapshot(position))).toBe(before);
        }
      });

      test('a view is plain JSON for every viewer, all see the same game, and a glance shows the same', async () => {
        const { referee, game } = await fixture();
        for (const position of game.positions) {
          const views = VIEWERS.map((viewer) => referee.view(position, viewer));
          for (const view of views) {
            expect(throughStore(view)).toStrictEqual(view);
            const { turn, ply, pieces, outcome } = views[0]!;
            expect(view).toMatchObject({ turn, ply, pieces, outcome });
          }
          for (const [index, viewer] of VIEWERS.entries()) {
            const { choices, claims, canWin, notation, ...seen } = views[index]!;
            expect(referee.cost?.glance?.(position, viewer) ?? seen).toStrictEqual(seen);
          }
        }
      });

      test('every choice is accepted', async () => {
        const { referee, game } = await fixture();
        const random = seededRandom(1);
        for (const position of game.positions) {
          const listed = listMoves(referee.about, referee.view(position, VIEWERS[0]!).choices);
          for (const text of random.shuffle(listed).slice(0, TRIES)) {
            expect([text, await judged(referee, position, text)]).toEqual([
              text,
              expect.objectContaining({ ok: true }),
            ]);
          }
        }
      });

      test('a move that is not among the choices is refused with a code and a sentence, and changes nothing', async () => {
        const { referee, game } = await fixture();
        const random = seededRandom(2);
        const position = game.positions[sample.moves.length]!;
        const before = JSON.stringify(referee.snapshot(position));
        const listed = listMoves(referee.about, referee.view(position, VIEWERS[0]!).choices);
        const known = new Set(listed);
        for (const text of random.shuffle(textsFor(referee, position)).slice(0, UNLISTED)) {
          if (known.has(text)) continue;
          const ruling = await judged(referee, position, text);
          if (ruling.ok) {
            // Another spelling of a listed move, such as castling as king takes rook, must give the same record.
            const { record } = ruling.value;
            const spellings = listed.filter((move) => move.slice(0, 2) === text.slice(0, 2));
            const records = await Promise.all(
              spellings.map(async (move) => recordOf(await judged(referee, position, move))),
            );
            expect(records, `${text} is not listed`).toContain(JSON.stringify(record));
          } else expectRefusal(ruling.error);
        }
        expect(JSON.stringify(referee.snapshot(position))).toBe(before);
      });

      test('refusals name the rule', async () => {
        const { referee, game } = await fixture();
        const position = game.positions[sample.moves.length]!;
        const refused = { ...(sample.refused ?? {}), '': expect.any(String), nonsense: expect.any(String) };
        for (const [text, code] of Object.entries(refused)) {
          const ruling = await judged(referee, position, text);
          expect([text, ruling]).toEqual([text, { ok: false, error: expect.objectContaining({ code }) }]);
          if (!ruling.ok) expectRefusal(ruling.error);
        }
      });

      test('an ended game has no choices and refuses every move', async () => {
        const { referee, game } = await fixture();
        const { outcome } = referee.view(game.positions[sample.moves.length]!, VIEWERS[0]!);
        if (sample.setup.free !== true) expect(outcome !== null).toBe(sample.ends === true);
        for (const position of game.positions) {
          const view = referee.view(position, VIEWERS[0]!);
          if (view.outcome === null || sample.setup.free === true) continue;
          expect(view.choices).toEqual([]);
          expect(view.claims).toEqual([]);
          for (const text of game.texts) {
            expect(await judged(referee, position, text)).toMatchObject({ ok: false, error: { code: 'game/over' } });
          }
        }
      });
    });
  });
}

type Fixture<Position> = { readonly referee: Referee<Position>; readonly game: Played<Position> };

const createFixture = async <Position>(
  referee: Referee<Position>,
  sample: RefereeSample,
): Promise<Fixture<Position>> => ({
  referee,
  game: await playSample(referee, sample),
});

type Played<Position> = {
  readonly start: GameRecord;
  readonly texts: readonly string[];
  readonly rulings: readonly Ruling<Position>[];
  /** One more than `rulings`. */
  readonly positions: readonly Position[];
};

/** Plays the sample's moves, then random choices until the end or for some plies. */
async function playSample<Position>(referee: Referee<Position>, sample: RefereeSample): Promise<Played<Position>> {
  const random = seededRandom(3);
  const start = unwrap(await withChance(11, (chance) => referee.start(sample.setup, chance)));
  const texts: string[] = [];
  const rulings: Ruling<Position>[] = [];
  const positions = [start.position];
  for (let ply = 0; ply < sample.moves.length + PLIES; ply++) {
    const position = positions.at(-1)!;
    const listed = listMoves(referee.about, referee.view(position, VIEWERS[0]!).choices);
    const text = sample.moves[ply] ?? (listed.length === 0 ? undefined : random.pick(listed));
    if (text === undefined) break;
    const ruling = unwrap(await judged(referee, position, text, ply));
    texts.push(text);
    rulings.push(ruling);
    positions.push(ruling.after);
  }
  return { start: start.record, texts, rulings, positions };
}

const judged = async <Position>(referee: Referee<Position>, position: Position, text: string, seed = 5) =>
  withChance(seed, (chance) => referee.judge(position, text, chance));

/** Randomness that is valid only until the result is returned; detects a referee that draws later. */
async function withChance<T>(seed: number, ask: (chance: Chance) => T | Promise<T>): Promise<T> {
  const random = seededRandom(seed);
  let isOpen = true;
  const draw = <N>(gameSeed: () => N): N => {
    if (!isOpen) throw new Error('chance was drawn from after the answer was given');
    return gameSeed();
  };
  const answer = await ask({ int: (bound) => draw(() => random.int(bound)), real: () => draw(() => random.next()) });
  isOpen = false;
  return answer;
}

const throughStore = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function expectSame<Position>(referee: Referee<Position>, actual: Position, expected: Position): void {
  for (const viewer of VIEWERS) expect(referee.view(actual, viewer)).toEqual(referee.view(expected, viewer));
  expect(referee.snapshot(actual)).toEqual(referee.snapshot(expected));
}

type Judgement<Position> = Awaited<ReturnType<typeof judged<Position>>>;

/** A judgement whose position is replaced by its snapshot, for comparison. */
function comparable<Position>(referee: Referee<Position>, judgement: Judgement<Position>) {
  if (!judgement.ok) return judgement;
  const { after, ...rest } = judgement.value;
  return { ...rest, after: referee.snapshot(after) };
}

const recordOf = (judgement: Judgement<unknown>): string | null =>
  judgement.ok ? JSON.stringify(judgement.value.record) : null;

/** Every piece of the side to move to every square, plus some promotions, drops and moves of the other side. */
function textsFor<Position>(referee: Referee<Position>, position: Position): readonly string[] {
  const { files, ranks, roles } = referee.about;
  const squares = Array.from({ length: files * ranks }, (_, i) => {
    return `${String.fromCharCode(97 + (i % files))}${1 + Math.floor(i / files)}`;
  });
  const some = squares.filter((_, i) => i % 9 === 0);
  const { pieces, turn } = referee.view(position, VIEWERS[0]!);
  return [
    ...pieces.flatMap(({ square, color }) => (color === turn ? squares : some).map((to) => `${square}${to}`)),
    ...pieces.flatMap(({ square }, i) => some.map((to) => `${square}${to}${roles[i % roles.length]!.letter}`)),
    ...roles.flatMap(({ letter }) => some.map((to) => `${letter}@${to}`)),
  ];
}

function expectRefusal(error: { readonly code: string; readonly message: string }): void {
  expect(error.code).toMatch(/^[a-z0-9-]+\/[a-z0-9-]+$/);
  expect(error.message.length).toBeGreaterThan(0);
  expect(throughStore(error)).toStrictEqual(error);
}
