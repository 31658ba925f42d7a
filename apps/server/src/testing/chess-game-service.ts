import { expect } from 'vitest';
import type { TestServer } from './test-server.js';

export type Socket = Awaited<ReturnType<TestServer['socket']>>;
type Message = { readonly methodCall: { readonly method: string } };

/** A square in the notation of the Chess Game Service API. */
export const at = (square: string) => ({ file: square[0]!.toUpperCase(), rank: square[1]! });

export const call = (method: string, input?: object) => ({ methodCall: { method, ...(input && { input }) } });
export const apply = (move: string) =>
  call('ApplyMove', { move: { from: at(move.slice(0, 2)), to: at(move.slice(2)) } });
export const joinGame = (team: string, name?: string) => call('JoinGame', { player: { team, ...(name && { name }) } });
export const promoteTo = (promotionChoice: string) => call('Promote', { promotionChoice });
export const findMoves = (square: string) => call('FindMoves', { position: at(square) });

/** Moves that bring a white pawn to the last rank with the last move. */
export const TO_THE_LAST_RANK = 'a2a4 b7b5 a4b5 b8c6 b5b6 c6b8 b6b7 b8c6 b7b8'.split(' ');
export const FOOLS_MATE = 'f2f3 e7e6 g2g4 d8h4'.split(' ');

/** Creates a game; returns the path of its WebSocket. */
export async function create(testServer: TestServer, gameConfiguration: object = {}): Promise<string> {
  const { status, body } = await testServer.call('POST', '/game', { body: { gameConfiguration } });
  expect(status).toBe(200);
  return body.connection.websocket;
}

/** Calls a method; returns its result, or the error that the server sent instead. */
export async function callMethod(socket: Socket, message: Message) {
  const { method } = message.methodCall;
  const before = socket.received.length;
  socket.send(message);
  const isAnswer = ({ methodCall, event }: (typeof socket.received)[number]) =>
    methodCall?.method === method || event?.type === 'ServerErrorUpdateEvent';
  const answer = await socket.next(before, isAnswer);
  return answer.methodCall ?? answer.event.payload;
}

export const stateOf = async (socket: Socket) => (await callMethod(socket, call('GetState'))).output.serverState;

/** Starts a game of Paul (white) against Mary (black). */
export async function running(testServer: TestServer, configuration: object = {}) {
  const path = await create(testServer, configuration);
  const [white, black] = [await testServer.socket(path), await testServer.socket(path)];
  await callMethod(white, joinGame('WHITE', 'Paul'));
  await callMethod(black, joinGame('BLACK', 'Mary'));
  await white.waitFor({ event: { type: 'ServerSituationUpdateEvent', payload: 'Running' } });
  const play = async (moves: readonly string[]) => {
    const first = (await stateOf(white)).gameState.moveHistory.entries.length;
    for (const [index, move] of moves.entries()) {
      expect(await callMethod((first + index) % 2 === 0 ? white : black, apply(move))).toEqual({ method: 'ApplyMove' });
    }
  };
  return { white, black, path, play };
}

/** The events that a WebSocket has received, oldest first. */
export const eventsOf = (socket: Socket): readonly { readonly type: string; readonly payload: never }[] =>
  socket.received.flatMap(({ event }) => (event === undefined ? [] : [event]));
