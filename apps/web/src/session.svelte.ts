import {
  type Client,
  type ClientResult,
  type ConnectionState,
  type Lobby,
  openClient,
  openLobby,
} from '@chessmith/client';
import type { api } from '@chessmith/protocol';
import { SvelteMap } from 'svelte/reactivity';
import { stored } from './local-storage.js';
import { nameShown } from './words/names.js';

type Person = api.ResponseOf<'Person'>;

const url = location.origin;

const people = new SvelteMap<string, Person>();

/** What is asked over HTTP. Names that come along with an answer need not be asked for. */
export const lobby = Object.fromEntries(
  Object.entries(openLobby({ url })).map(([name, ask]) => [
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

/** Who sits before this page, and how it is connected. */
export const session = {
  get me() {
    return me;
  },
  get connection() {
    return connection;
  },
  /** Why nobody could be greeted yet, in words. */
  get trouble() {
    return trouble;
  },
};

/** The connection, opened once for the whole page as soon as the server knows who this is. */
export function client(): Promise<Client> {
  opened ??= introduce().then(() => {
    const client = openClient({ url });
    client.onState((state) => {
      connection = state;
      if (state !== 'open') return;
      for (const goOn of impatient) goOn();
      impatient.clear();
    });
    // A line may be alive without a network: the server may be on this machine.
    for (const change of ['online', 'offline']) addEventListener(change, () => client.wake());
    addEventListener('visibilitychange', () => document.visibilityState === 'visible' && client.wake());
    return client;
  });
  return opened;
}

/** Finds out who this is: somebody known by the cookie, or a new guest. Does not give up. */
async function introduce(): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const person = await whoThisIs();
    if (person.ok) {
      stored.set(KNOWN, 'yes');
      me = person.value;
      people.set(me.id, me);
      trouble = null;
      return;
    }
    trouble = `${person.error.message} Trying again…`;
    await pause(attempt);
  }
}

/** Longer each time, so that a server that comes back is not run over. */
const pause = (attempt: number) => new Promise((resolve) => setTimeout(resolve, Math.min(500 * 2 ** attempt, 10_000)));

/** Who waits to ask again, and may do so as soon as the connection is back. */
const impatient = new Set<() => void>();

/** Asks over HTTP until somebody is there to answer; the page says meanwhile that the server is out of reach. */
export async function untilReached<T>(ask: () => ClientResult<T>): ClientResult<T> {
  for (let attempt = 0; ; attempt++) {
    const answer = await ask();
    if (answer.ok || answer.error.code !== 'client/unreachable') return answer;
    await Promise.race([pause(attempt), new Promise<void>((goOn) => impatient.add(goOn))]);
  }
}

/** Kept by a browser that the server has known before. Scripts cannot see the cookie itself. */
const KNOWN = 'chessmith.known';

async function whoThisIs(): ClientResult<Person> {
  if (stored.get(KNOWN) !== null) {
    const known = await lobby.me();
    if (known.ok || known.error.code !== 'auth/required') return known;
  }
  if (!keepsCookies()) return { ok: false, error: NO_COOKIES };
  // Tabs that are opened together at the first visit are one guest: the second already has the cookie of the first.
  return oneTabAtATime(lobby.openSession);
}

const NO_COOKIES = {
  code: 'client/no-cookies',
  message: 'Your browser keeps no cookies, so the server cannot know you: allow them for this page.',
};

/** Browsers say of themselves that they do, also where their owner has forbidden it; so it is tried. */
function keepsCookies(): boolean {
  const crumb = 'chessmith-crumb=1';
  const put = (seconds: number) => {
    // biome-ignore lint/suspicious/noDocumentCookie: browsers have the other way only where they trust the line.
    document.cookie = `${crumb}; SameSite=Lax; Max-Age=${seconds}`;
  };
  put(60);
  const isThere = document.cookie.includes(crumb);
  put(0);
  return isThere;
}

/** Browsers have locks only where they trust the line: over HTTPS, and on the machine itself. */
const oneTabAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('chessmith-guest', work) : work();

/** Another name for this person; gives what the server had against it. */
export async function rename(name: string): Promise<string | null> {
  const renamed = await lobby.rename(name === '' ? null : name);
  if (!renamed.ok) return renamed.error.message;
  me = renamed.value;
  people.set(me.id, me);
  return null;
}

const asked = new Set<string>();
/** Whose names are asked for next, all at once. */
const unknown = new Set<string>();
const MOST_PEOPLE = 100;

async function askForNames(): Promise<void> {
  const ids = [...unknown];
  unknown.clear();
  for (let at = 0; at < ids.length; at += MOST_PEOPLE) {
    const some = ids.slice(at, at + MOST_PEOPLE);
    const found = await lobby.people(some);
    if (!found.ok) for (const id of some) asked.delete(id);
  }
}

/** How somebody is called. Names that are not known yet are asked for, and appear when they come. */
export function nameOf(id: string | null): string {
  if (id === null) return 'Nobody yet';
  const known = people.get(id);
  if (known === undefined && !asked.has(id)) {
    asked.add(id);
    if (unknown.size === 0) setTimeout(askForNames);
    unknown.add(id);
  }
  return nameShown(known ?? { id, name: null }, people.values(), me?.id ?? null);
}
