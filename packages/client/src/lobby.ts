import type { api } from '@chessmith/protocol';
import { type Platform, platform as thisPlatform } from './platform.js';
import type { ClientResult } from './problem.js';
import { openRest } from './rest.js';

export type GameSearch = {
  readonly situation?: 'waiting-for-players' | 'ready' | 'running' | 'terminated';
  readonly finished?: boolean;
  readonly ruleset?: string;
  readonly player?: string;
  readonly open?: boolean;
  /** How the alias begins. */
  readonly alias?: string;
  readonly limit?: number;
  readonly after?: string;
};

export type RulesetSearch = {
  /** Words of the name, the description or the author's name. */
  readonly text?: string;
  readonly author?: string;
  /** Of each name only the latest version. */
  readonly latest?: boolean;
  readonly limit?: number;
  readonly after?: string;
};

/** Rules as they are handed in; the server knows the form by itself where the name of a file tells it. */
export type RulesetUpload = {
  readonly source: string;
  readonly form?: string;
  readonly file?: string;
  /** By default what the rules call themselves, or the name of the file. */
  readonly name?: string;
  readonly visibility?: RulesetVisibility;
};
export type CheckProgress = api.ResponseOf<'CheckProgress'>;
export type RulesetVisibility = api.ResponseOf<'WrittenRuleset'>['visibility'];

/** What one asks a server before and beside a game: who one is, who plays, what can be played. */
export type Lobby = {
  me(): ClientResult<api.ResponseOf<'Person'>>;
  /** Who one is, for browsers: by the cookie, or as a new guest, who gets one. */
  openSession(): ClientResult<api.ResponseOf<'Person'>>;
  becomeGuest(name?: string): ClientResult<api.ResponseOf<'Guest'>>;
  rename(name: string | null): ClientResult<api.ResponseOf<'Person'>>;
  person(id: string): ClientResult<api.ResponseOf<'Person'>>;
  /** Up to a hundred people at once; unknown ones are left out. */
  people(ids: readonly string[]): ClientResult<api.ResponseOf<'People'>>;
  rulesets(): ClientResult<api.ResponseOf<'Rulesets'>>;
  /** Rules that people wrote, the latest first: public ones, or all of an author's own who asks for them. */
  writtenRulesets(search?: RulesetSearch): ClientResult<api.ResponseOf<'WrittenRulesets'>>;
  writtenRuleset(id: string): ClientResult<api.ResponseOf<'WrittenRuleset'>>;
  /**
   * Has rules examined, which takes seconds, and kept if they are sound; a "no" says in its facts where to look. Who wants
   * to is told meanwhile how far that has come, once it has begun.
   */
  uploadRuleset(
    rules: RulesetUpload,
    told?: (progress: CheckProgress) => void,
  ): ClientResult<api.ResponseOf<'UploadedRuleset'>>;
  /** Its source, if it is public or one's own. */
  rulesetSource(id: string): ClientResult<api.ResponseOf<'RulesetSource'>>;
  showRuleset(id: string, visibility: RulesetVisibility): ClientResult<api.ResponseOf<'WrittenRuleset'>>;
  /** A copy of one's own. */
  forkRuleset(id: string, name?: string): ClientResult<api.ResponseOf<'WrittenRuleset'>>;
  /** Public games, the latest activity first. */
  games(search?: GameSearch): ClientResult<api.ResponseOf<'GameList'>>;
  gamesOf(person: string, search?: GameSearch): ClientResult<api.ResponseOf<'GameList'>>;
  gameByCode(code: string): ClientResult<api.ResponseOf<'ListedGame'>>;
  /** The unfinished game of this name. */
  gameByAlias(alias: string): ClientResult<api.ResponseOf<'ListedGame'>>;
  /** Some public game that waits for a player, by lot. */
  openGame(ruleset?: string): ClientResult<api.ResponseOf<'ListedGame'>>;
  /** What the piece on a square may do now. */
  moves(game: string, from: string): ClientResult<api.ResponseOf<'PieceMoves'>>;
  /** What happened, after a version and of a type. */
  facts(
    game: string,
    which?: { readonly after?: number; readonly type?: string },
  ): ClientResult<api.ResponseOf<'Facts'>>;
  scoresOf(person: string): ClientResult<api.ResponseOf<'Scores'>>;
  /** The ranks from `first` to the one before `last`. */
  leaderboard(ranks?: { readonly first?: number; readonly last?: number }): ClientResult<api.ResponseOf<'Leaderboard'>>;
  /** A new game that goes on from a ply of this one. Sent again under the same key, it finds the game made the first time. */
  forkGame(game: string, options: api.ForkOptions, key?: string): ClientResult<api.ResponseOf<'CreationReceipt'>>;
  chat(game: string, after?: number): ClientResult<api.ResponseOf<'ChatLines'>>;
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
    openSession: () => call('POST', '/api/session'),
    becomeGuest: (name) => call('POST', '/api/guests', name === undefined ? {} : { name }),
    rename: (name) => call('PATCH', '/api/me', { name }),
    person: (id) => call('GET', `/api/people/${encodeURIComponent(id)}`),
    people: (ids) => call('GET', `/api/people${query({ ids: ids.join() })}`),
    rulesets: () => call('GET', '/api/rulesets'),
    writtenRulesets: (search) => call('GET', `/api/rulesets/written${query(search)}`),
    writtenRuleset: (id) => call('GET', `/api/rulesets/${encodeURIComponent(id)}`),
    uploadRuleset: (rules, told) => call('POST', '/api/rulesets', rules, { told }),
    rulesetSource: (id) => call('GET', `/api/rulesets/${encodeURIComponent(id)}/source`),
    showRuleset: (id, visibility) => call('PATCH', `/api/rulesets/${encodeURIComponent(id)}`, { visibility }),
    forkRuleset: (id, name) =>
      call('POST', `/api/rulesets/${encodeURIComponent(id)}/fork`, name === undefined ? {} : { name }),
    games: (search) => call('GET', `/api/games${query(search)}`),
    gamesOf: (person, search) => call('GET', `/api/people/${encodeURIComponent(person)}/games${query(search)}`),
    gameByAlias: (alias) => call('GET', `/api/games/by-alias/${encodeURIComponent(alias)}`),
    openGame: (ruleset) => call('GET', `/api/games/open${query({ ruleset })}`),
    moves: (game, from) => call('GET', `/api/games/${encodeURIComponent(game)}/moves${query({ from })}`),
    facts: (game, which) => call('GET', `/api/games/${encodeURIComponent(game)}/facts${query(which)}`),
    scoresOf: (person) => call('GET', `/api/people/${encodeURIComponent(person)}/scores`),
    leaderboard: (ranks) => call('GET', `/api/leaderboard${query(ranks)}`),
    gameByCode: (code) => call('GET', `/api/games/by-code/${encodeURIComponent(code)}`),
    forkGame: (game, options, key) => call('POST', `/api/games/${encodeURIComponent(game)}/fork`, options, { key }),
    chat: (game, after) => call('GET', `/api/games/${game}/chat${query(after === undefined ? {} : { after })}`),
  };
}

function query(fields: { readonly [name: string]: string | number | boolean | undefined } = {}): string {
  const words = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return words.length === 0 ? '' : `?${words.join('&')}`;
}
