import type { api } from '@chessmith/protocol';
import { type Platform, platform as thisPlatform } from './platform.js';
import type { Answer } from './problem.js';
import { openRest } from './rest.js';

export type GameSearch = {
  readonly situation?: 'waiting-for-players' | 'ready' | 'running' | 'terminated';
  readonly ruleset?: string;
  readonly player?: string;
  readonly open?: boolean;
  readonly limit?: number;
  readonly after?: string;
};

export type RulesetSearch = {
  readonly text?: string;
  readonly author?: string;
  readonly limit?: number;
  readonly after?: string;
};

/** What one asks a server before and beside a game: who one is, who plays, what can be played. */
export type Lobby = {
  me(): Answer<api.Answer<'Person'>>;
  becomeGuest(name?: string): Answer<api.Answer<'Guest'>>;
  rename(name: string | null): Answer<api.Answer<'Person'>>;
  person(id: string): Answer<api.Answer<'Person'>>;
  rulesets(): Answer<api.Answer<'Rulesets'>>;
  /** Rules that people wrote, the latest first: public ones, or all of an author's own who asks for them. */
  writtenRulesets(search?: RulesetSearch): Answer<api.Answer<'WrittenRulesets'>>;
  writtenRuleset(id: string): Answer<api.Answer<'WrittenRuleset'>>;
  /** Public games, the latest activity first. */
  games(search?: GameSearch): Answer<api.Answer<'Listing'>>;
  gamesOf(person: string, search?: GameSearch): Answer<api.Answer<'Listing'>>;
  gameByCode(code: string): Answer<api.Answer<'Listed'>>;
  chat(game: string, after?: number): Answer<api.Answer<'Lines'>>;
};

/** Asks over HTTP. A browser says who it is by its cookie, which `becomeGuest` sets. */
export function openLobby(options: {
  readonly url: string;
  readonly token?: string;
  readonly platform?: Partial<Platform>;
}): Lobby {
  const call = openRest(options.url, thisPlatform(options.platform), options.token);
  return {
    me: () => call('GET', '/api/me'),
    becomeGuest: (name) => call('POST', '/api/guests', name === undefined ? {} : { name }),
    rename: (name) => call('PATCH', '/api/me', { name }),
    person: (id) => call('GET', `/api/people/${encodeURIComponent(id)}`),
    rulesets: () => call('GET', '/api/rulesets'),
    writtenRulesets: (search) => call('GET', `/api/rulesets/written${query(search)}`),
    writtenRuleset: (id) => call('GET', `/api/rulesets/${encodeURIComponent(id)}`),
    games: (search) => call('GET', `/api/games${query(search)}`),
    gamesOf: (person, search) => call('GET', `/api/people/${encodeURIComponent(person)}/games${query(search)}`),
    gameByCode: (code) => call('GET', `/api/games/by-code/${encodeURIComponent(code)}`),
    chat: (game, after) => call('GET', `/api/games/${game}/chat${query(after === undefined ? {} : { after })}`),
  };
}

function query(fields: { readonly [name: string]: string | number | boolean | undefined } = {}): string {
  const words = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return words.length === 0 ? '' : `?${words.join('&')}`;
}
