import type { GameId, GameView, PersonId } from '@chessmith/game';
import type { CommandReceipt, GameCommand, GameOptions } from '@chessmith/service';
import type { ReceivedNews, SocketClient } from './socket-client.js';
import { type Answer, retryUntilAnswered, type TestClient } from './test-client.js';

/** A player with a REST client and a WebSocket client, one of which is preferred. */
export type Person = {
  readonly id: PersonId;
  readonly token: string;
  readonly socket: SocketClient;
  readonly rest: TestClient;
  readonly preferred: TestClient;
};

/** An acknowledged command, and how to send it again. */
export type AcknowledgedCommand = {
  readonly by: Person;
  readonly key: string;
  readonly answer: CommandReceipt;
  repeat(client: TestClient): PendingAnswer;
};
type PendingAnswer = Promise<Answer | null>;

/** Everything that clients know of one game. */
export type GameRecord = {
  readonly id: GameId;
  readonly done: AcknowledgedCommand[];
  /** The acknowledged chat lines. */
  readonly chat: string[];
  readonly received: ReceivedNews[];
  /** Created by the server, as a rematch. */
  readonly isRematch: boolean;
};

/** Everything that clients received over all restarts of the server. */
export type Journal = {
  readonly games: Map<GameId, GameRecord>;
  /** Broken promises, in the order in which they were noticed. */
  readonly violations: string[];
  counts: { commands: number; refused: number; doubled: number };
};

export const emptyJournal = (): Journal => ({
  games: new Map(),
  violations: [],
  counts: { commands: 0, refused: 0, doubled: 0 },
});

export function recordOf(journal: Journal, id: GameId, isRematch = false): GameRecord {
  const record = journal.games.get(id) ?? { id, done: [], chat: [], received: [], isRematch };
  journal.games.set(id, record);
  return record;
}

let keys = 0;

/** Sends a command until it is answered, sometimes over both clients at once, and records the answer. */
export async function sendCommand(
  journal: Journal,
  by: Person,
  game: GameId,
  command: GameCommand,
  isDoubled = false,
): Promise<CommandReceipt | null> {
  const key = `command-${++keys}`;
  return sendAndRecord(journal, by, key, (client) => client.command(game, command, key), isDoubled);
}

export function createGame(journal: Journal, by: Person, options: GameOptions): Promise<CommandReceipt | null> {
  const key = `options-${++keys}`;
  return sendAndRecord(journal, by, key, (client) => client.create(options, key), false);
}

async function sendAndRecord(
  journal: Journal,
  by: Person,
  key: string,
  repeat: AcknowledgedCommand['repeat'],
  isDoubled: boolean,
): Promise<CommandReceipt | null> {
  const clients = isDoubled ? [by.socket, by.rest] : [by.preferred];
  const all = await Promise.all(clients.map((client) => retryUntilAnswered(() => repeat(client))));
  const [first] = all as [Answer];
  journal.counts.commands += 1;
  if (isDoubled) journal.counts.doubled += 1;
  if (all.some((answer) => JSON.stringify(answer) !== JSON.stringify(first))) {
    journal.violations.push(`${key} was sent twice and answered differently: ${JSON.stringify(all)}`);
  }
  if (first.ok) {
    const answer = first.answer as CommandReceipt;
    recordOf(journal, answer.game).done.push({ by, key, answer, repeat });
    return answer;
  }
  journal.counts.refused += 1;
  // Only the game's rules may refuse a command, not the server.
  if (!first.code.startsWith('game/')) journal.violations.push(`${key} was refused with ${first.code}`);
  return null;
}

/** Sends a chat line until it is answered. */
export async function chat(journal: Journal, by: Person, game: GameId, text: string): Promise<void> {
  const key = `line-${++keys}`;
  const answer = await retryUntilAnswered(() => by.preferred.say(game, text, key));
  if (answer.ok) recordOf(journal, game).chat.push(text);
  else journal.violations.push(`${key} was refused with ${answer.code}`);
}

export async function viewGame(by: Person, game: GameId): Promise<GameView> {
  const answer = await retryUntilAnswered(() => by.preferred.view(game));
  if (!answer.ok) throw new Error(`${game} cannot be viewed: ${answer.code}`);
  return answer.answer as GameView;
}
