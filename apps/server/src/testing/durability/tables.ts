import { setTimeout as pause } from 'node:timers/promises';
import type { ClockSetting, GameId, GameView, Millis } from '@chessmith/game';
import { type Color, listMoves, type RulesetCard } from '@chessmith/rules';
import type { GameOptions } from '@chessmith/service';
import type { Random } from '@chessmith/std';
import { chat, type Journal, look, make, order, type Person, recordOf } from './journal.js';

/** What is played at a table, one game after another; a game that is not over by itself after `plies` is ended. */
export type Kind = { readonly options: GameOptions; readonly plies: number; readonly isAbandoned?: true };

const perPlayer = (seconds: number, incrementSeconds: number): ClockSetting => ({
  kind: 'per-player',
  playerMs: (seconds * 1000) as Millis,
  incrementMs: (incrementSeconds * 1000) as Millis,
});

/** Every kind of clock, chance, drops, one person on both sides; and a game that both players walk away from. */
export const KINDS: readonly Kind[] = [
  { options: { ruleset: 'standard', clock: perPlayer(600, 2) }, plies: 60 },
  { options: { ruleset: 'standard', clock: perPlayer(4, 0) }, plies: 0, isAbandoned: true },
  { options: { ruleset: 'crazyhouse', clock: { kind: 'per-move', moveMs: 120_000 as Millis } }, plies: 50 },
  { options: { ruleset: 'chess960', clock: { kind: 'days-per-move', days: 1 } }, plies: 40 },
  { options: { ruleset: 'quantum', clock: perPlayer(300, 0) }, plies: 14 },
  { options: { ruleset: 'atomic', hotSeat: true, side: 'both' }, plies: 30 },
  { options: { ruleset: 'quantum-fragments' }, plies: 14 },
  { options: { ruleset: 'standard' }, plies: 40 },
];

export type Table = {
  readonly kind: Kind;
  readonly people: readonly [Person, Person];
  /** What is played, in the server's own words. */
  readonly card: RulesetCard;
  readonly random: Random;
};

/** Plays at a table until it is told that this game shall be the last, and then quickly to the end of it. */
export async function playAt(table: Table, journal: Journal, isLast: () => boolean): Promise<void> {
  let next: GameId | null = null;
  do {
    const game = next ?? (await sitDown(table, journal));
    next = await playGame(table, journal, game, isLast);
  } while (next !== null || !isLast());
}

async function sitDown({ kind, people }: Table, journal: Journal): Promise<GameId> {
  const made = await make(journal, people[0], { side: 'white', ...kind.options });
  if (made === null) throw new Error('no game could be made');
  if (!kind.options.hotSeat) await order(journal, people[1], made.game, { type: 'JoinGame' });
  return made.game;
}

/** Plays one game to its end; gives the rematch if there is one. */
async function playGame(table: Table, journal: Journal, game: GameId, isLast: () => boolean): Promise<GameId | null> {
  const { kind, people, random } = table;
  if (kind.isAbandoned) return walkAway(table, game);
  const listeners = people.filter(({ usual, socket }) => usual === socket);
  for (const { socket } of listeners) recordOf(journal, game).ears.push(socket.follow(game));
  for (;;) {
    await pause(random.int(20));
    const view = await look(people[random.int(2)]!, game);
    if (view.end !== null) {
      const next = !isLast() && random.int(3) === 0 ? await rematch(table, journal, view) : null;
      await heardAll(journal, game, people[0]);
      for (const { socket } of listeners) socket.unfollow(game);
      return next;
    }
    await act(table, journal, game, view, isLast() || view.ply >= kind.plies);
  }
}

/** Nobody is connected to this game, and nobody looks; its flag falls all the same. */
async function walkAway({ people, random }: Table, game: GameId): Promise<null> {
  do await pause(1000 + random.int(3000));
  while ((await look(people[0], game)).end === null);
  return null;
}

async function act(table: Table, journal: Journal, game: GameId, view: GameView, isLong: boolean): Promise<void> {
  const { card, random } = table;
  const chosen = random.int(100);
  const me = personOf(table, view, view.turn!);
  const other = personOf(table, view, opponent(view.turn!));
  const does = (by: Person, what: Parameters<typeof order>[3]) =>
    order(journal, by, game, what, random.int(8) === 0).then(() => undefined);
  for (const what of ['draw', 'takeback'] as const) {
    const offer = view.offers[what];
    if (offer === null || me === other) continue;
    const asked = personOf(table, view, opponent(offer.by));
    if (isLong || chosen < 40) return does(asked, { type: isLong || chosen < 25 ? 'Accept' : 'Decline', what });
  }
  if (isLong && (chosen < 50 || me === other)) return does(me, { type: 'Resign', as: view.turn! });
  if (isLong) return does(me, { type: 'Offer', what: 'draw', as: view.turn! });
  if (chosen < 4) return chat(journal, me, game, `line ${random.int(2 ** 31)}`);
  if (chosen < 8 && me !== other) return does(me, { type: 'Offer', what: 'draw' });
  if (chosen < 14 && me !== other && view.ply > 1) return does(other, { type: 'Offer', what: 'takeback' });
  const moves = listMoves(card, view.board!.choices);
  return does(me, { type: 'PlayMove', move: moves[random.int(moves.length)]! });
}

async function rematch({ people, kind }: Table, journal: Journal, { id, seats }: GameView): Promise<GameId | null> {
  if (kind.options.hotSeat) return null;
  const [one, two] = people;
  await order(journal, one, id!, { type: 'Offer', what: 'rematch' });
  const agreed = await order(journal, two, id!, { type: 'Accept', what: 'rematch' });
  if (agreed?.next === undefined || seats.white === null) return null;
  recordOf(journal, agreed.next, true);
  return agreed.next;
}

/** Whoever follows the game hears of everything, sooner or later. */
async function heardAll(journal: Journal, game: GameId, person: Person): Promise<void> {
  const { version } = await look(person, game);
  const { ears } = recordOf(journal, game);
  for (let wait = 0; ears.some((ear) => ear.version < version); wait++) {
    if (wait === 1500) return void journal.lies.push(`news of ${game} up to version ${version} never came`);
    await pause(20);
  }
}

const opponent = (color: Color): Color => (color === 'white' ? 'black' : 'white');

const personOf = ({ people }: Table, { seats }: GameView, color: Color): Person =>
  people.find(({ id }) => id === seats[color])!;
