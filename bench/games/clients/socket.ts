import { WebSocket } from 'ws';

/** A connection of a client, which hears texts. */
export type Socket = { send(text: string): void; close(): void };

export function openSocket(
  url: string,
  hear: (text: string) => void,
  headers: { readonly [name: string]: string } = {},
): Promise<Socket> {
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  socket.on('message', (data) => hear(String(data)));
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ send: (text) => socket.send(text), close: () => socket.close() }));
    socket.on('error', reject);
  });
}
