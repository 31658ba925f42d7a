/**
 * What the client needs from its runtime. Browsers, Deno, Bun and Node 22 have all of it. Node 20 lacks `WebSocket`; pass the one of
 * the `ws` package.
 */
export type Platform = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly WebSocket: new (url: string) => Socket;
  readonly setTimeout: (callback: () => void, afterMs: number) => unknown;
  readonly clearTimeout: (timer: never) => void;
  readonly TextDecoder: new () => { decode(bytes?: Uint8Array, options?: { readonly stream: boolean }): string };
  readonly crypto: { getRandomValues(bytes: Uint8Array): unknown };
};

type RequestInit = {
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
};

type Response = {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: { getReader(): { read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }> } } | null;
  text(): Promise<string>;
};

/** The part of a WebSocket that the client uses. */
export type Socket = {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(text: string): void;
  close(): void;
};

/** The functions of the running program. They stay bound to their owner, which browsers require. */
export function platform(replaced: Partial<Platform> = {}): Platform {
  const here = globalThis as unknown as Platform;
  return {
    fetch: (url, init) => here.fetch(url, init),
    WebSocket: here.WebSocket,
    setTimeout: (callback, afterMs) => here.setTimeout(callback, afterMs),
    clearTimeout: (timer) => here.clearTimeout(timer),
    TextDecoder: here.TextDecoder,
    crypto: here.crypto,
    ...replaced,
  };
}
