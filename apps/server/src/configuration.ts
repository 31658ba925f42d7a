import { DEFAULT_MAX_PLIES } from '@chessmith/game';
import { DEFAULT_CAP, LARGEST_CAP } from '@chessmith/quantum';
import { LIMITS as SCRIPT_LIMITS } from '@chessmith/scripting';
import { err, json, ok, type Result } from '@chessmith/std';
import { readTrustedProxies, type TrustedProxies } from './trusted-proxies.js';

/**
 * All settings. A flag overrides an environment variable, which overrides the default: `--http-port`,
 * `CHESSMITH_HTTP_PORT`.
 */
export type Configuration = {
  readonly httpHost: string;
  /** 0 chooses a free port. */
  readonly httpPort: number;
  /** The port of the Quantum Chess TCP protocol; null for none, 0 for any free port. */
  readonly quantumPort: number | null;
  readonly quantumHost: string;
  /** Most connections of one address to that port. */
  readonly quantumConnectionsPerAddress: number;
  /** The board file for matches created at that port; null for the standard start. */
  readonly quantumBoard: string | null;
  /** Most boards in superposition in new `quantum` games. */
  readonly quantumCap: number;
  /** Pages of these origins may send requests with their visitors' cookies. */
  readonly allowedOrigins: readonly string[];
  /** Proxies whose forwarded headers are trusted. */
  readonly trustProxy: TrustedProxies;
  /**
   * Limit per minute and address for new guests, join-code look-ups, and new games and private look-ups of the Chess
   * Game Service API.
   */
  readonly guestsPerMinute: number;
  /** Minutes until a waiting real-time game without its host is cancelled. */
  readonly waitingMinutes: number;
  /** Seconds of each side's free first move in new real-time games; 0 starts the clocks at once. */
  readonly firstMoveSeconds: number;
  /** Reads (`GET` and WebSocket queries) per second and address; one person has a quarter of it. */
  readonly readsPerSecond: number;
  /** Plies after which a game is drawn. */
  readonly maxGamePlies: number;
  /** Megabytes of all results of a script in one game. */
  readonly maxScriptGameMb: number;
  /** Seconds that an upload waits for its check before it is refused. */
  readonly uploadWaitSeconds: number;
  /** The address of the page's source code; null for `/source` of this server. */
  readonly sourceUrl: string | null;
  /** `HOST[:PORT]` of a statistics service that gets all results; null for none. */
  readonly statisticsService: string | null;
  /** The data folder; null keeps everything in memory. */
  readonly data: string | null;
  readonly logLevel: LogLevel;
};

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** An invalid setting, with a message for the host. */
export type BadSetting = { readonly code: 'server/bad-setting'; readonly message: string };

type Texts = { readonly [name: string]: string | undefined };

/** The flags of `chessmith serve`, in the format of `parseArgs` of `node:util`. */
export const SERVER_FLAGS = {
  'http-host': { type: 'string' },
  'http-port': { type: 'string' },
  'quantum-port': { type: 'string' },
  'quantum-host': { type: 'string' },
  'quantum-board': { type: 'string' },
  'quantum-connections-per-address': { type: 'string' },
  'quantum-cap': { type: 'string' },
  'allowed-origins': { type: 'string' },
  'trust-proxy': { type: 'string' },
  'guests-per-minute': { type: 'string' },
  'waiting-minutes': { type: 'string' },
  'first-move-seconds': { type: 'string' },
  'reads-per-second': { type: 'string' },
  'max-game-plies': { type: 'string' },
  'max-script-game-mb': { type: 'string' },
  'upload-wait-seconds': { type: 'string' },
  'source-url': { type: 'string' },
  'statistics-service': { type: 'string' },
  data: { type: 'string' },
  'log-level': { type: 'string' },
} as const;

type Flag = keyof typeof SERVER_FLAGS;

const DEFAULTS: { readonly [flag in Flag]: string } = {
  'http-host': 'localhost',
  'http-port': '8080',
  'quantum-port': '',
  'quantum-host': 'localhost',
  'quantum-board': '',
  'quantum-connections-per-address': '128',
  'quantum-cap': String(DEFAULT_CAP),
  'allowed-origins': '',
  'trust-proxy': '',
  'guests-per-minute': '120',
  'waiting-minutes': '10',
  'first-move-seconds': '30',
  'reads-per-second': '1000',
  'max-game-plies': String(DEFAULT_MAX_PLIES),
  'max-script-game-mb': String(SCRIPT_LIMITS.gameLength / 2 ** 20),
  'upload-wait-seconds': '60',
  'source-url': '',
  'statistics-service': '',
  data: './data',
  'log-level': 'info',
};

const HIGHEST_PORT = 65_535;
const MOST_PER_TIME = 1_000_000;
const MOST_WAITING_MINUTES = 1440;
const MOST_FIRST_MOVE_SECONDS = 3600;
const MOST_PLIES = 100_000;
const MOST_SCRIPT_MB = 64;
const MOST_UPLOAD_WAIT_SECONDS = 3600;
const aCount = (most: number, least = 1): string => `a whole number from ${least} to ${most}`;
/** A lower limit would end normal chess games. */
const LEAST_PLIES = 600;
const A_PORT = `a whole number from 0 to ${HIGHEST_PORT}`;

/** Reads the settings from flags and environment. */
export function readConfiguration(flags: Texts, environment: Texts): Result<Configuration, BadSetting> {
  const setting = (flag: Flag): string => flags[flag] ?? environment[variableOf(flag)] ?? DEFAULTS[flag];
  // An empty host would listen on all networks, and an empty folder would be the current directory.
  const emptyFlag = (['http-host', 'quantum-host', 'data'] as const).find((flag) => setting(flag).trim() === '');
  if (emptyFlag !== undefined)
    return badSetting(emptyFlag, emptyFlag === 'data' ? 'a folder' : 'a name or an address', setting(emptyFlag));
  const httpPort = readPort(setting('http-port'));
  if (httpPort === undefined) return badSetting('http-port', A_PORT, setting('http-port'));
  const quantumPort = setting('quantum-port') === '' ? null : readPort(setting('quantum-port'));
  if (quantumPort === undefined) return badSetting('quantum-port', A_PORT, setting('quantum-port'));
  const perAddress = 'quantum-connections-per-address';
  const quantumConnectionsPerAddress = readCount(setting(perAddress), MOST_PER_TIME);
  if (quantumConnectionsPerAddress === undefined)
    return badSetting(perAddress, aCount(MOST_PER_TIME), setting(perAddress));
  const quantumCap = Number(setting('quantum-cap'));
  if (!isCap(quantumCap)) {
    return badSetting('quantum-cap', `a power of two from 2 to ${LARGEST_CAP}`, setting('quantum-cap'));
  }
  const logLevel = json.readJson(json.literal(...LOG_LEVELS), setting('log-level'));
  if (!logLevel.ok) return badSetting('log-level', `one of ${LOG_LEVELS.join(', ')}`, setting('log-level'));
  const allowedOrigins = setting('allowed-origins')
    .split(';')
    .map((origin) => origin.trim().replace(/\/$/, ''))
    .filter((origin) => origin !== '');
  const invalidOrigin = allowedOrigins.find((origin) => !isOrigin(origin));
  if (invalidOrigin !== undefined)
    return badSetting('allowed-origins', 'origins such as https://example.org, separated by ;', invalidOrigin);
  const trustProxy = readTrustedProxies(setting('trust-proxy'));
  if (trustProxy === undefined) {
    return badSetting(
      'trust-proxy',
      'addresses of proxies such as loopback or 10.0.0.0/8, separated by ,',
      setting('trust-proxy'),
    );
  }
  const guestsPerMinute = readCount(setting('guests-per-minute'), MOST_PER_TIME);
  if (guestsPerMinute === undefined)
    return badSetting('guests-per-minute', aCount(MOST_PER_TIME), setting('guests-per-minute'));
  const waitingMinutes = readCount(setting('waiting-minutes'), MOST_WAITING_MINUTES);
  if (waitingMinutes === undefined)
    return badSetting('waiting-minutes', aCount(MOST_WAITING_MINUTES), setting('waiting-minutes'));
  const firstMoveSeconds =
    setting('first-move-seconds') === '0' ? 0 : readCount(setting('first-move-seconds'), MOST_FIRST_MOVE_SECONDS);
  if (firstMoveSeconds === undefined) {
    return badSetting('first-move-seconds', aCount(MOST_FIRST_MOVE_SECONDS, 0), setting('first-move-seconds'));
  }
  const readsPerSecond = readCount(setting('reads-per-second'), MOST_PER_TIME);
  if (readsPerSecond === undefined)
    return badSetting('reads-per-second', aCount(MOST_PER_TIME), setting('reads-per-second'));
  const maxGamePlies = readCount(setting('max-game-plies'), MOST_PLIES, LEAST_PLIES);
  if (maxGamePlies === undefined)
    return badSetting('max-game-plies', aCount(MOST_PLIES, LEAST_PLIES), setting('max-game-plies'));
  const maxScriptGameMb = readCount(setting('max-script-game-mb'), MOST_SCRIPT_MB);
  if (maxScriptGameMb === undefined)
    return badSetting('max-script-game-mb', aCount(MOST_SCRIPT_MB), setting('max-script-game-mb'));
  const uploadWaitSeconds = readCount(setting('upload-wait-seconds'), MOST_UPLOAD_WAIT_SECONDS);
  if (uploadWaitSeconds === undefined)
    return badSetting('upload-wait-seconds', aCount(MOST_UPLOAD_WAIT_SECONDS), setting('upload-wait-seconds'));
  const sourceUrl = setting('source-url').trim();
  if (sourceUrl !== '' && !isWebAddress(sourceUrl)) {
    return badSetting('source-url', 'an address that begins with https:// or http://', sourceUrl);
  }
  const statisticsService = setting('statistics-service').trim();
  if (!isHostAndPort(statisticsService))
    return badSetting('statistics-service', 'HOST or HOST:PORT', statisticsService);
  return ok({
    httpHost: setting('http-host'),
    httpPort,
    quantumPort,
    quantumHost: setting('quantum-host'),
    quantumCap,
    quantumConnectionsPerAddress,
    quantumBoard: setting('quantum-board') === '' ? null : setting('quantum-board'),
    allowedOrigins,
    trustProxy,
    guestsPerMinute,
    waitingMinutes,
    firstMoveSeconds,
    readsPerSecond,
    maxGamePlies,
    maxScriptGameMb,
    uploadWaitSeconds,
    sourceUrl: sourceUrl === '' ? null : sourceUrl,
    statisticsService: statisticsService === '' ? null : statisticsService,
    data: setting('data') === ':memory:' ? null : setting('data'),
    logLevel: logLevel.value,
  });
}

/** Environment variables that look like settings but are not, most likely typing errors. */
export function unknownVariables(environment: Texts): readonly string[] {
  const known = new Set(Object.keys(SERVER_FLAGS).map((flag) => variableOf(flag as Flag)));
  return Object.keys(environment).filter((name) => name.startsWith('CHESSMITH_') && !known.has(name));
}

/** An empty string, or a host with an optional port. */
const isHostAndPort = (text: string): boolean =>
  text === '' || (/^[^\s/\\@?#]+$/.test(text) && URL.canParse(`http://${text}`));

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text);

const isCap = (cap: number): boolean => cap >= 2 && cap <= LARGEST_CAP && Number.isInteger(Math.log2(cap));

function readPort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= HIGHEST_PORT ? port : undefined;
}

function readCount(text: string, most: number, least = 1): number | undefined {
  const count = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : Number.NaN;
  return count >= least && count <= most ? count : undefined;
}

const variableOf = (flag: Flag): string => `CHESSMITH_${flag.replaceAll('-', '_').toUpperCase()}`;

function badSetting(flag: Flag, wanted: string, given: string): Result<never, BadSetting> {
  return err({
    code: 'server/bad-setting',
    message: `--${flag} (or ${variableOf(flag)}) takes ${wanted}, not '${given.slice(0, 80)}'`,
  });
}

function isOrigin(text: string): boolean {
  try {
    return new URL(text).origin === text;
  } catch {
    return false;
  }
}
