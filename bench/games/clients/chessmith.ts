import type { OpenMatch } from '../match.js';
import { frameCounter } from './frame-counter.js';
import { openSocket } from './socket.js';

/**
 * The size of the frames per move, in bytes: what the mover receives (response and news), and what the opponent
 * receives.
 */
export type FrameSizes = { moves: number; toMover: number; toOther: number };

export type Player = { readonly token: string };

/** Players who subscribe to their game, as the page does; each move brings a response and news for both. */
export function chessmithMatches(address: string, sizes: FrameSizes): OpenMatch {
  return async (line) => {
    const { game, players } = await startGame(address);
    const frames = frameCounter();
    let ply = 0;
    const sockets = await Promise.all(
      players.map(({ token }, seat) =>
        openSocket(
          `${address.replace('http', 'ws')}/api/socket`,
          (text) => {
            if (!isOfMove(text)) return;
            sizes[(ply - 1) % 2 === seat ? 'toMover' : 'toOther'] += text.length;
            frames.received();
          },
          { authorization: `Bearer ${token}` },
        ),
      ),
    );
    const subscribed = frames.wait(2);
    for (const socket of sockets) socket.send(JSON.stringify({ type: 'subscribe', key: 's', game }));
    await subscribed;
    sizes.toMover = 0;
    sizes.toOther = 0;
    sizes.moves = 0;
    return {
      move() {
        const command = { type: 'PlayMove', move: line[ply]! };
        const received = frames.wait(3);
        sizes.moves += 1;
        sockets[ply % 2]!.send(JSON.stringify({ type: 'command', key: `m${ply++}`, game, command }));
        return received;
      },
      close() {
        for (const socket of sockets) socket.close();
      },
    };
  };
}

/** Whether a frame is a response or the news of a move, not of presence. */
function isOfMove(text: string): boolean {
  if (text.startsWith('{"type":"error"')) throw new Error(text);
  return text.startsWith('{"type":"result"') || (text.startsWith('{"type":"news"') && text.includes('"BoardChanged"'));
}

/** Starts a game with a clock and returns its players: white, black. */
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
