import { type Client, createLobby, openClient, type Platform } from '@chessmith/client';
import type { api } from '@chessmith/protocol';
import { unwrap } from '@chessmith/std';
import { WebSocket } from 'ws';

/** A connected guest with the public client. */
export type ConnectedGuest = { readonly client: Client; readonly token: string };
export type Upload = { readonly file: string; readonly source: string };
export type Rules = api.ResponseOf<'WrittenRuleset'>;

const platform = { WebSocket: WebSocket as unknown as Platform['WebSocket'] };

export async function connectGuest(url: string): Promise<ConnectedGuest> {
  const { token } = unwrap(await createLobby({ url }).becomeGuest());
  return { client: openClient({ url, token, platform }), token };
}

/** Uploads rules as unlisted, and retries while the server is busy; throws if they are refused. */
export async function uploadRules(url: string, { token }: ConnectedGuest, { file, source }: Upload): Promise<Rules> {
  for (;;) {
    const answer = await createLobby({ url, token }).uploadRuleset({ file, source, visibility: 'unlisted' });
    if (answer.ok || !isBusy(answer.error)) return unwrap(answer).ruleset;
  }
}

/** Whether the server was busy, so that a retry may work. */
export const isBusy = ({ code }: { readonly code: string }): boolean => code.startsWith('sandbox/');
