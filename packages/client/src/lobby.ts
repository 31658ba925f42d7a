import type { api } from '@chessmith/protocol';
import { type Platform, platform as thisPlatform } from './platform.js';
import type { ClientResult } from './problem.js';
import { createRest } from './rest.js';

export type GameSearch = {
  readonly situation?: 'waiting-for-players' | 'ready' | 'running' | 'terminated';
  readonly finished?: boolean;
  readonly ruleset?: string;
  readonly player?: string;
  readonly open?: boolean;
  /** A prefix of the alias. */
  readonly alias?: string;
  readonly limit?: number;
  readonly after?: string;
};

export type RulesetSearch = {
  /** Words of the name, the description or the author's name. */
  readonly text?: string;
  readonly author?: string;
  /** Only the latest version of each name. */
  readonly latest?: boolean;
  readonly limit?: number;
  readonly after?: string;
};

/** A ruleset to upload. The server derives the format from the file name if `format` is missing. */
export type RulesetUpload = {
  readonly source: string;
  readonly format?: string;
  readonly file?: string;
  /** Defaults to the name in the rules, then to the file name. */
  readonly name?: string;
  readonly visibility?: RulesetVisibility;
};
export type CheckProgress = api.ResponseOf<'CheckProgress'>;
export type RulesetVisibility = api.ResponseOf<'WrittenRuleset'>['visibility'];

/** The REST API around games: people, games, rulesets and scores. */
export type Lobby = {
  me(): ClientResult<api.ResponseOf<'Person'>>;
  /** For browsers: the person of the cookie, or a new guest, who gets a cookie. */
  openSession(): ClientResult<api.ResponseOf<'Person'>>;
  becomeGuest(name?: string): ClientResult<api.ResponseOf<'Guest'>>;
  rename(name: string | null): ClientResult<api.ResponseOf<'Person'>>;
  person(id: string): ClientResult<api.ResponseOf<'Person'>>;
  /** Up to a hundred people at once; unknown ids are omitted. */
  people(ids: readonly string[]): ClientResult<api.ResponseOf<'People'>>;
  rulesets(): ClientResult<api.ResponseOf<'Rulesets'>>;
  /** Uploaded rulesets, latest first: public ones, or all of the caller's own. */
  writtenRulesets(search?: RulesetSearch): ClientResult<api.ResponseOf<'WrittenRulesets'>>;
  writtenRuleset(id: string): ClientResult<api.ResponseOf<'WrittenRuleset'>>;
  /**
   * Uploads a ruleset. The server checks it first, which takes seconds; the facts of a refusal say where the problem is.
   * `onProgress` gets the progress of the check.
   */
  uploadRuleset(
    rules: RulesetUpload,
    onProgress?: (progress: CheckProgress) => void,
  ): ClientResult<api.ResponseOf<'UploadedRuleset'>>;
  /** The source of a ruleset that is public or the caller's own. */
  rulesetSource(id: string): ClientResult<api.ResponseOf<'RulesetSource'>>;
  showRuleset(id: string, visibility: RulesetVisibility): ClientResult<api.ResponseOf<'WrittenRuleset'>>;
  /** Copies a ruleset to the caller. */
  forkRuleset(id: string, name?: string): ClientResult<api.ResponseOf<'WrittenRuleset'>>;
  /** Public games, latest activity first. */
  games(search?: GameSearch): ClientResult<api.ResponseOf<'GameList'>>;
  gamesOf(person: string, search?: GameSearch): ClientResult<api.ResponseOf<'GameList'>>;
  gameByCode(code: string): ClientResult<api.ResponseOf<'ListedGame'>>;
  /** The unfinished game with this alias. */
  gameByAlias(alias: string): ClientResult<api.ResponseOf<'ListedGame'>>;
  /** A random public game that waits for a player. */
  openGame(ruleset?: string): ClientResult<api.ResponseOf<'ListedGame'>>;
  /** The moves of the piece on a square. */
  moves(game: string, from: string): ClientResult<api.ResponseOf<'PieceMoves'>>;
  /** The facts of a game, optionally after a version or of one type. */
  facts(
    game: string,
    which?: { readonly after?: number; readonly type?: string },
  ): ClientResult<api.ResponseOf<'Facts'>>;
  scoresOf(person: string): ClientResult<api.ResponseOf<'Scores'>>;
  /** The ranks from `first` up to, but without, `last`. */
  leaderboard(ranks?: { readonly first?: number; readonly last?: number }): ClientResult<api.ResponseOf<'Leaderboard'>>;
  /** Creates a game that continues from a ply of this one. A repeated call with the same key returns the same game. */
  forkGame(game: string, options: api.ForkOptions, key?: string): ClientResult<api.ResponseOf<'CreationReceipt'>>;
  chat(game: string, after?: number): ClientResult<api.ResponseOf<'ChatLines'>>;
};

/** Opens the REST client. Browsers authenticate with the cookie that `becomeGuest` sets. */
export function createLobby(options: {
  readonly url: string;
  readonly token?: string;
  readonly platform?: Partial<Platform>;
}): Lobby {
  const call = createRest(options.url, thisPlatform(options.platform), options.token);
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
    uploadRuleset: (rules, onProgress) => call('POST', '/api/rulesets', rules, { onProgress }),
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
