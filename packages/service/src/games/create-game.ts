import {
  type Actor,
  type Command,
  type CommandOf,
  type Game,
  type GameConfiguration,
  type GameId,
  type GameOrigin,
  type JoinCode,
  randomGameId,
  randomJoinCode,
  SERVER,
} from '@chessmith/game';
import type { GameRecord } from '@chessmith/rules';
import { mapOk, ok, seededRandom } from '@chessmith/std';
import type { Hash, ServerChance, Settings } from '../ports/index.js';
import type { CommandReceipt, CreationReceipt, Delivery, GameOptions, ServiceResult } from '../service.js';
import type { HandleCommand } from './command-batch.js';
import { aliasOf, checkConfiguredLater, configurationFromOptions, type ServerChoices } from './game-options.js';
import type { LiveGames } from './live-games.js';

/** Asks for the rematch of game `of`, under the id that its fact names. */
export type RematchMessage = {
  readonly of: GameId;
  readonly next: GameId;
  readonly configuration: GameConfiguration;
};

export type GameCreation = {
  create(by: Actor, options: GameOptions, delivery: Delivery, fork?: Fork): ServiceResult<CreationReceipt>;
  /** Creates the rematch that both players agreed on; does nothing if it exists. */
  createRematch(message: RematchMessage): ServiceResult<CommandReceipt>;
};

/**
 * The fork's origin, whether the fork names it, and the recorded start of rulesets that take no start
 * position.
 */
export type Fork = {
  readonly origin: GameOrigin;
  readonly isOriginShown: boolean;
  readonly start?: GameRecord | undefined;
};

const SALT = 'ids-of-new-games';

/** Creates games. The same request with the same key finds the game it created the first time. */
export async function gameCreation(
  deps: ServerChoices & {
    readonly settings: Settings;
    readonly handleCommand: HandleCommand;
    readonly games: Pick<LiveGames, 'find'>;
    readonly hash: Hash;
  },
): Promise<GameCreation> {
  const { settings, handleCommand, games, chance, hash } = deps;
  const salt = await saltOf(settings, chance);

  /** The same key gives the same id. The salt is secret, so that others cannot guess the id. */
  function idFor(by: Actor, key: string | undefined): GameId {
    if (key === undefined) return randomGameId(chance);
    const digits = hash(`${salt} ${by} ${key}`);
    const words = [0, 12, 24, 36].map((from) => seededRandom(Number.parseInt(digits.slice(from, from + 12), 16)));
    return randomGameId({ int: (bound) => words.reduce((sum, word) => sum + word.int(bound), 0) % bound });
  }

  function creationCommands(by: Actor, game: GameId, configured: Configured | null, alias?: CreateGame['alias']) {
    return (): readonly Command[] => [
      { type: 'CreateGame', by, game, joinCode: randomJoinCode(chance), ...(alias === undefined ? {} : { alias }) },
      ...(configured === null ? [] : [{ type: 'ConfigureGame', by, ...configured } as const]),
    ];
  }

  /**
   * The recorded start that a rematch of a fork repeats; undefined where the configuration already describes the start.
   */
  async function sharedStart(of: GameId): ServiceResult<GameRecord | undefined> {
    const live = await games.find(of);
    if (!live.ok) return live;
    const { game, referee } = live.value;
    const start = game.board?.start;
    return ok(
      start !== undefined && referee.forking?.kind === 'record' && referee.forking.isCarriedOn(start)
        ? start
        : undefined,
    );
  }

  return {
    async create(by, options, delivery, fork) {
      const alias = aliasOf(options);
      if (!alias.ok) return alias;
      const { origin, isOriginShown = false, start } = fork ?? {};
      const configured = options.configureLater
        ? checkConfiguredLater(options)
        : mapOk(configurationFromOptions(by, options, deps, isOriginShown ? origin : undefined), (it) =>
            withStart(it, start),
          );
      if (!configured.ok) return configured;
      const game = idFor(by, delivery.key);
      return handleCommand<CreationReceipt>({
        by,
        game,
        delivery,
        // Hashed and stored, so its fields keep their names.
        body: { type: 'CreateGame', wish: options, origin },
        commands: creationCommands(by, game, configured.value, alias.value),
        receiptFrom: creationReceipt,
      });
    },
    async createRematch({ of, next, configuration }) {
      const start = await sharedStart(of);
      if (!start.ok) return start;
      return handleCommand({
        by: SERVER,
        game: next,
        delivery: { key: `rematch:${of}` },
        body: { type: 'CreateGame', rematchOf: of },
        // Stored games may be rated; their rematches are not, because nothing is rated yet.
        commands: creationCommands(SERVER, next, withStart({ ...configuration, isRated: false }, start.value)),
      });
    },
  };
}

type Configured = Pick<CommandOf<'ConfigureGame'>, 'configuration' | 'start'>;

const withStart = (configuration: GameConfiguration, start: GameRecord | undefined): Configured =>
  start === undefined ? { configuration } : { configuration, start };

type CreateGame = CommandOf<'CreateGame'>;

const creationReceipt = (receipt: CommandReceipt, { joinCode, seats }: Game): CreationReceipt => ({
  ...receipt,
  joinCode: joinCode as JoinCode,
  seats,
});

async function saltOf(settings: Settings, chance: ServerChance): Promise<string> {
  const known = await settings.get(SALT);
  if (typeof known === 'string') return known;
  const drawn = Array.from(chance.bytes(32), (byte) => byte.toString(16).padStart(2, '0')).join('');
  await settings.set(SALT, drawn);
  return drawn;
}
