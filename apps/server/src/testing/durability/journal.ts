import type { GameId, GameView, PersonId } from '@chessmith/game';
import type { CommandReceipt, GameCommand, GameOptions } from '@chessmith/service';
import type { Ear, SocketWay } from './by-socket.js';
import { insist, type Said, type Way } from './way.js';

/** Somebody who plays, with two ways to the server and one they like better. */
export type Person = {
  readonly id: PersonId;
  readonly token: string;
  readonly socket: SocketWay;
  readonly rest: Way;
  readonly usual: Way;
};

/** A command that was answered with yes, and how to give it again. */
export type Done = {
  readonly by: Person;
  readonly key: string;
  readonly answer: CommandReceipt;
  again(way: Way): Asked;
};
type Asked = Promise<Said | null>;

/** All that clients know of one game. */
export type GameRecord = {
  readonly id: GameId;
  readonly done: Done[];
  /** The lines that were said. */
  readonly chat: string[];
  readonly ears: Ear[];
  /** Made by the server itself, as a rematch. */
  readonly isRematch: boolean;
};

/** What clients were told over all lives of the server. */
export type Journal = {
  readonly games: Map<GameId, GameRecord>;
  /** What cannot be true, as soon as it was noticed. */
  readonly lies: string[];
  counts: { commands: number; refused: number; doubled: number };
};

export const emptyJournal = (): Journal => ({
  games: new Map(),
  lies: [],
  counts: { commands: 0, refused: 0, doubled: 0 },
});

export function recordOf(journal: Journal, id: GameId, isRematch = false): GameRecord {
  const record = journal.games.get(id) ?? { id, done: [], chat: [], ears: [], isRematch };
  journal.games.set(id, record);
  return record;
}

let keys = 0;

/** Gives an order until it is answered, sometimes over both ways at once, and writes the answer down. */
export async function order(
  journal: Journal,
  by: Person,
  game: GameId,
  what: GameCommand,
  isDoubled = false,
): Promise<CommandReceipt | null> {
  const key = `order-${++keys}`;
  return giveAndNote(journal, by, key, (way) => way.command(game, what, key), isDoubled);
}

export function make(journal: Journal, by: Person, options: GameOptions): Promise<CommandReceipt | null> {
  const key = `options-${++keys}`;
  return giveAndNote(journal, by, key, (way) => way.create(options, key), false);
}

async function giveAndNote(
  journal: Journal,
  by: Person,
  key: string,
  again: Done['again'],
  isDoubled: boolean,
): Promise<CommandReceipt | null> {
  const ways = isDoubled ? [by.socket, by.rest] : [by.usual];
  const all = await Promise.all(ways.map((way) => insist(() => again(way))));
  const [first] = all as [Said];
  journal.counts.commands += 1;
  if (isDoubled) journal.counts.doubled += 1;
  if (all.some((said) => JSON.stringify(said) !== JSON.stringify(first))) {
    journal.lies.push(`${key} was given twice and answered differently: ${JSON.stringify(all)}`);
  }
  if (first.ok) {
    const answer = first.answer as CommandReceipt;
    recordOf(journal, answer.game).done.push({ by, key, answer, again });
    return answer;
  }
  journal.counts.refused += 1;
  // Rules may say no; the house itself may not.
  if (!first.code.startsWith('game/')) journal.lies.push(`${key} was refused with ${first.code}`);
  return null;
}

/** Says something until it is answered. */
export async function chat(journal: Journal, by: Person, game: GameId, text: string): Promise<void> {
  const key = `line-${++keys}`;
  const said = await insist(() => by.usual.say(game, text, key));
  if (said.ok) recordOf(journal, game).chat.push(text);
  else journal.lies.push(`${key} was refused with ${said.code}`);
}

export async function look(by: Person, game: GameId): Promise<GameView> {
  const said = await insist(() => by.usual.view(game));
  if (!said.ok) throw new Error(`${game} cannot be looked at: ${said.code}`);
  return said.answer as GameView;
}
