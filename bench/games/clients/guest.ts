import { type Client, openClient, openLobby, type Platform } from '@chessmith/client';
import type { api } from '@chessmith/protocol';
import { unwrap } from '@chessmith/std';
import { WebSocket } from 'ws';

/** A guest with the public client, connected. */
export type Visitor = { readonly client: Client; readonly token: string };
export type Upload = { readonly file: string; readonly source: string };
export type Rules = api.ResponseOf<'WrittenRuleset'>;

const platform = { WebSocket: WebSocket as unknown as Platform['WebSocket'] };

export async function arrive(url: string): Promise<Visitor> {
  const { token } = unwrap(await openLobby({ url }).becomeGuest());
  return { client: openClient({ url, token, platform }), token };
}

/** Hands in rules, for everybody to play by, again while the server is too busy; throws where they are refused. */
export async function handIn(url: string, { token }: Visitor, { file, source }: Upload): Promise<Rules> {
  for (;;) {
    const answer = await openLobby({ url, token }).uploadRuleset({ file, source, visibility: 'unlisted' });
    if (answer.ok || !isBusy(answer.error)) return unwrap(answer).ruleset;
  }
}

/** Whether it was no fault of the script, and the same may work in a moment. */
export const isBusy = ({ code }: { readonly code: string }): boolean => code.startsWith('sandbox/');
