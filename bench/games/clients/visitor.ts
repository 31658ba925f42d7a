import { type Client, openClient, openLobby, type Platform } from '@chessmith/client';
import type { api } from '@chessmith/protocol';
import { unwrap } from '@chessmith/std';
import { WebSocket } from 'ws';

/** A guest with the public client, connected. */
export type Visitor = { readonly client: Client; readonly token: string };
export type Rules = api.Answer<'WrittenRuleset'>;

const platform = { WebSocket: WebSocket as unknown as Platform['WebSocket'] };

export async function arrive(url: string): Promise<Visitor> {
  const { token } = unwrap(await openLobby({ url }).becomeGuest());
  return { client: openClient({ url, token, platform }), token };
}

/** Hands in rules, for everybody to play by; throws where they are refused. */
export async function handIn(
  url: string,
  { token }: Visitor,
  rules: { readonly file: string; readonly source: string },
): Promise<Rules> {
  const upload = openLobby({ url, token }).uploadRuleset({ ...rules, visibility: 'unlisted' });
  return unwrap(await upload).ruleset;
}
