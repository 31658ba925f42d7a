import { WebSocket } from 'ws';

/** A client connection that receives texts. */
export type Socket = { send(text: string): void; close(): void };

export function openSocket(
  url: string,
  onText: (text: string) => void,
  headers: { readonly [name: string]: string } = {},
): Promise<Socket> {
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  socket.on('message', (data) => onText(String(data)));
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ send: (text) => socket.send(text), close: () => socket.close() }));
    socket.on('error', reject);
  });
}
