import type { OpenMatch } from '../match.js';
import { openSocket } from './socket.js';
import { openTurns } from './turns.js';

/** How large the frames of a move are, in bytes: what the mover gets (answer and news), and what the other gets. */
export type FrameSizes = { moves: number; toMover: number; toOther: number };

export type Player = { readonly token: string };

/** Players who hear of all that is new in their game, as a page would; each move is answered and told to both. */
export function chessmithMatches(address: string, sizes: FrameSizes): OpenMatch {
  return async (line) => {
    const { game, players } = await startGame(address);
    const turns = openTurns();
    let ply = 0;
    const sockets = await Promise.all(
      players.map(({ token }, seat) =>
        openSocket(
          `${address.replace('http', 'ws')}/api/socket`,
          (text) => {
            if (!isOfMove(text)) return;
            sizes[(ply - 1) % 2 === seat ? 'toMover' : 'toOther'] += text.length;
            turns.heard();
          },
          { authorization: `Bearer ${token}` },
        ),
      ),
    );
    const subscribed = turns.wait(2);
    for (const socket of sockets) socket.send(JSON.stringify({ type: 'subscribe', key: 's', game }));
    await subscribed;
    sizes.toMover = 0;
    sizes.toOther = 0;
    sizes.moves = 0;
    return {
      move() {
        const order = { type: 'PlayMove', move: line[ply]! };
        const told = turns.wait(3);
        sizes.moves += 1;
        sockets[ply % 2]!.send(JSON.stringify({ type: 'command', key: `m${ply++}`, game, command: order }));
        return told;
      },
      close() {
        for (const socket of sockets) socket.close();
      },
    };
  };
}

/** Answers, and news of facts; not who comes and goes. */
function isOfMove(text: string): boolean {
  if (text.startsWith('{"type":"error"')) throw new Error(text);
  return text.startsWith('{"type":"result"') || (text.startsWith('{"type":"news"') && text.includes('"BoardChanged"'));
}

/** A running game with a clock, and its players: white, black. */
export async function startGame(address: string): Promise<{ game: string; players: readonly Player[] }> {
  const players = await Promise.all([1, 2].map(() => post<Player>(address, '/api/guests', {})));
  const [white, black] = players as [Player, Player];
  const clock = { kind: 'per-player', playerMs: 3_600_000, incrementMs: 1000 };
  const { game } = await post<{ game: string }>(address, '/api/games', { side: 'white', clock }, white);
  await post(address, `/api/games/${game}/join`, {}, black);
  return { game, players };
}

async function post<T>(address: string, path: string, body: object, by?: Player): Promise<T> {
  const response = await fetch(address + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(by === undefined ? {} : { authorization: `Bearer ${by.token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
