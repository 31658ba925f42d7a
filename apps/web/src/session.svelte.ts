import {
  type Client,
  type ClientResult,
  type ConnectionState,
  createLobby,
  type Lobby,
  openClient,
} from '@chessmith/client';
import type { api } from '@chessmith/protocol';
import { SvelteMap } from 'svelte/reactivity';
import { stored } from './local-storage.js';
import { t } from './messages/page.js';
import { displayName } from './words/names.js';
import { sentenceOf } from './words/refusals.js';

type Person = api.ResponseOf<'Person'>;

const url = location.origin;

const people = new SvelteMap<string, Person>();

/** The HTTP client. It keeps the names that come with answers, so that they need no requests of their own. */
export const lobby = Object.fromEntries(
  Object.entries(createLobby({ url })).map(([name, ask]) => [
    name,
    async (...words: never[]) => {
      const answer = await (ask as (...words: never[]) => ClientResult<{ readonly people?: readonly Person[] }>)(
        ...words,
      );
      if (answer.ok) for (const person of answer.value.people ?? []) people.set(person.id, person);
      return answer;
    },
  ]),
) as unknown as Lobby;

let me = $state.raw<Person | null>(null);
let connection = $state<ConnectionState>('connecting');
let trouble = $state<string | null>(null);
let opened: Promise<Client> | undefined;

/** The person at this page, and the state of the connection. */
export const session = {
  get me() {
    return me;
  },
  get connection() {
    return connection;
  },
  /** Why the page has no session yet, in a sentence. */
  get trouble() {
    return trouble;
  },
};

/** The WebSocket client, opened once for the whole page after the server has recognised the person. */
export function client(): Promise<Client> {
  opened ??= startSession().then(() => {
    const client = openClient({ url });
    client.onState((state) => {
      connection = state;
      if (state !== 'open') return;
      for (const retry of waitingRetries) retry();
      waitingRetries.clear();
    });
    // Only a check, not a reconnect: a server on this machine is reachable without a network.
    for (const change of ['online', 'offline']) addEventListener(change, () => client.wake());
    addEventListener('visibilitychange', () => document.visibilityState === 'visible' && client.wake());
    return client;
  });
  return opened;
}

/** Recognises the person by the cookie, or creates a guest. Retries until it succeeds. */
async function startSession(): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const person = await recognise();
    if (person.ok) {
      stored.set(KNOWN, 'yes');
      me = person.value;
      people.set(me.id, me);
      trouble = null;
      return;
    }
    const { error } = person;
    trouble =
      error.code === 'client/unreachable'
        ? t('session.unreachable')
        : t('session.retrying', { problem: sentenceOf(error) });
    await pause(attempt);
  }
}

/** Exponential backoff, so that clients do not overload a server that restarts. */
const pause = (attempt: number) => new Promise((resolve) => setTimeout(resolve, Math.min(500 * 2 ** attempt, 10_000)));

/** Retries that start at once when the connection is back. */
const waitingRetries = new Set<() => void>();

/** Repeats a request until the server is reachable. */
export async function untilReached<T>(ask: () => ClientResult<T>): ClientResult<T> {
  for (let attempt = 0; ; attempt++) {
    const answer = await ask();
    if (answer.ok || answer.error.code !== 'client/unreachable') return answer;
    await Promise.race([pause(attempt), new Promise<void>((retry) => waitingRetries.add(retry))]);
  }
}

/** Set in browsers that have a session cookie; scripts cannot read the cookie itself. */
const KNOWN = 'chessmith.known';

async function recognise(): ClientResult<Person> {
  if (stored.get(KNOWN) !== null) {
    const known = await lobby.me();
    if (known.ok || known.error.code !== 'auth/required') return known;
  }
  if (!keepsCookies()) return { ok: false, error: NO_COOKIES };
  // Tabs opened together at the first visit share one guest: the second tab finds the cookie of the first.
  return oneTabAtATime(lobby.openSession);
}

const NO_COOKIES = {
  code: 'client/no-cookies',
  message: 'The browser blocks cookies.',
};

/** Tries a cookie: `navigator.cookieEnabled` is true in some browsers that block them. */
function keepsCookies(): boolean {
  const trial = 'chessmith-crumb=1';
  const put = (seconds: number) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS.
    document.cookie = `${trial}; SameSite=Lax; Max-Age=${seconds}`;
  };
  put(60);
  const isThere = document.cookie.includes(trial);
  put(0);
  return isThere;
}

/** Runs work in one tab at a time, where the browser has Web Locks: over HTTPS, and on localhost. */
const oneTabAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('chessmith-guest', work) : work();

/** Renames the person; gives the refusal as a sentence, or null. */
export async function rename(name: string): Promise<string | null> {
  const renamed = await lobby.rename(name === '' ? null : name);
  if (!renamed.ok) return sentenceOf(renamed.error);
  me = renamed.value;
  people.set(me.id, me);
  return null;
}

const asked = new Set<string>();
/** Ids whose names are requested next, in one batch. */
const unknown = new Set<string>();
const MOST_PEOPLE = 100;

async function loadNames(): Promise<void> {
  const ids = [...unknown];
  unknown.clear();
  for (let at = 0; at < ids.length; at += MOST_PEOPLE) {
    const some = ids.slice(at, at + MOST_PEOPLE);
    const found = await lobby.people(some);
    if (!found.ok) for (const id of some) asked.delete(id);
  }
}

/** The display name of a person. Unknown names are requested, and appear when they arrive. */
export function nameOf(id: string | null): string {
  if (id === null) return t('name.nobody');
  const known = people.get(id);
  if (known === undefined && !asked.has(id)) {
    asked.add(id);
    if (unknown.size === 0) setTimeout(loadNames);
    unknown.add(id);
  }
  return displayName(known ?? { id, name: null }, people.values(), me?.id ?? null);
}
