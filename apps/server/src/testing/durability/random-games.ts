import { setTimeout as pause } from 'node:timers/promises';
import type { ClockSetting, GameId, GameView, Millis } from '@chessmith/game';
import { type Color, listMoves, type RulesetCard } from '@chessmith/rules';
import type { GameOptions } from '@chessmith/service';
import type { Random } from '@chessmith/std';
import { chat, createGame, type Journal, type Person, recordOf, sendCommand, viewGame } from './journal.js';

/** The options of a pairing's games. A game that has not ended after `plies` is resigned or drawn. */
export type GameKind = { readonly options: GameOptions; readonly plies: number; readonly isAbandoned?: true };

const perPlayer = (seconds: number, incrementSeconds: number): ClockSetting => ({
  kind: 'per-player',
  playerMs: (seconds * 1000) as Millis,
  incrementMs: (incrementSeconds * 1000) as Millis,
});

/** All kinds of clocks, randomness, drops, one player of both sides, and a game that both players abandon. */
export const KINDS: readonly GameKind[] = [
  { options: { ruleset: 'standard', clock: perPlayer(600, 2) }, plies: 60 },
  { options: { ruleset: 'standard', clock: perPlayer(4, 0) }, plies: 0, isAbandoned: true },
  { options: { ruleset: 'crazyhouse', clock: { kind: 'per-move', moveMs: 120_000 as Millis } }, plies: 50 },
  { options: { ruleset: 'chess960', clock: { kind: 'days-per-move', days: 1 } }, plies: 40 },
  { options: { ruleset: 'quantum', clock: perPlayer(300, 0) }, plies: 14 },
  { options: { ruleset: 'atomic', hotSeat: true, side: 'both' }, plies: 30 },
  { options: { ruleset: 'quantum-fragments' }, plies: 14 },
  { options: { ruleset: 'standard' }, plies: 40 },
];

export type Pairing = {
  readonly kind: GameKind;
  readonly people: readonly [Person, Person];
  /** The ruleset's description from the server. */
  readonly card: RulesetCard;
  readonly random: Random;
};

/** Plays one game after another until `isLast`, and then ends the current one quickly. */
export async function playPairing(pairing: Pairing, journal: Journal, isLast: () => boolean): Promise<void> {
  let next: GameId | null = null;
  do {
    const game = next ?? (await startGame(pairing, journal));
    next = await playGame(pairing, journal, game, isLast);
  } while (next !== null || !isLast());
}

async function startGame({ kind, people }: Pairing, journal: Journal): Promise<GameId> {
  const made = await createGame(journal, people[0], { side: 'white', ...kind.options });
  if (made === null) throw new Error('could not create a game');
  if (!kind.options.hotSeat) await sendCommand(journal, people[1], made.game, { type: 'JoinGame' });
  return made.game;
}

/** Plays one game to its end; returns the rematch, if any. */
async function playGame(
  pairing: Pairing,
  journal: Journal,
  game: GameId,
  isLast: () => boolean,
): Promise<GameId | null> {
  const { kind, people, random } = pairing;
  if (kind.isAbandoned) return awaitFlag(pairing, game);
  const listeners = people.filter(({ preferred, socket }) => preferred === socket);
  for (const { socket } of listeners) recordOf(journal, game).received.push(socket.follow(game));
  for (;;) {
    await pause(random.int(20));
    const view = await viewGame(people[random.int(2)]!, game);
    if (view.end !== null) {
      const next = !isLast() && random.int(3) === 0 ? await rematch(pairing, journal, view) : null;
      await awaitAllNews(journal, game, people[0]);
      for (const { socket } of listeners) socket.unfollow(game);
      return next;
    }
    await act(pairing, journal, game, view, isLast() || view.ply >= kind.plies);
  }
}

/** Waits until the flag falls in a game without any connection. */
async function awaitFlag({ people, random }: Pairing, game: GameId): Promise<null> {
  do await pause(1000 + random.int(3000));
  while ((await viewGame(people[0], game)).end === null);
  return null;
}

async function act(pairing: Pairing, journal: Journal, game: GameId, view: GameView, isLong: boolean): Promise<void> {
  const { card, random } = pairing;
  const chosen = random.int(100);
  const me = personOf(pairing, view, view.turn!);
  const other = personOf(pairing, view, opponent(view.turn!));
  const send = (by: Person, what: Parameters<typeof sendCommand>[3]) =>
    sendCommand(journal, by, game, what, random.int(8) === 0).then(() => undefined);
  for (const what of ['draw', 'takeback'] as const) {
    const offer = view.offers[what];
    if (offer === null || me === other) continue;
    const responder = personOf(pairing, view, opponent(offer.by));
    if (isLong || chosen < 40) return send(responder, { type: isLong || chosen < 25 ? 'Accept' : 'Decline', what });
  }
  if (isLong && (chosen < 50 || me === other)) return send(me, { type: 'Resign', as: view.turn! });
  if (isLong) return send(me, { type: 'Offer', what: 'draw', as: view.turn! });
  if (chosen < 4) return chat(journal, me, game, `line ${random.int(2 ** 31)}`);
  if (chosen < 8 && me !== other) return send(me, { type: 'Offer', what: 'draw' });
  if (chosen < 14 && me !== other && view.ply > 1) return send(other, { type: 'Offer', what: 'takeback' });
  const moves = listMoves(card, view.board!.choices);
  return send(me, { type: 'PlayMove', move: moves[random.int(moves.length)]! });
}

async function rematch({ people, kind }: Pairing, journal: Journal, { id, seats }: GameView): Promise<GameId | null> {
  if (kind.options.hotSeat) return null;
  const [one, two] = people;
  await sendCommand(journal, one, id!, { type: 'Offer', what: 'rematch' });
  const agreed = await sendCommand(journal, two, id!, { type: 'Accept', what: 'rematch' });
  if (agreed?.next === undefined || seats.white === null) return null;
  recordOf(journal, agreed.next, true);
  return agreed.next;
}

/** Waits until all followers have received all news of the game. */
async function awaitAllNews(journal: Journal, game: GameId, person: Person): Promise<void> {
  const { version } = await viewGame(person, game);
  const { received } = recordOf(journal, game);
  for (let wait = 0; received.some(({ version: seen }) => seen < version); wait++) {
    if (wait === 1500) return void journal.violations.push(`news of ${game} up to version ${version} never came`);
    await pause(20);
  }
}

const opponent = (color: Color): Color => (color === 'white' ? 'black' : 'white');

const personOf = ({ people }: Pairing, { seats }: GameView, color: Color): Person =>
  people.find(({ id }) => id === seats[color])!;
