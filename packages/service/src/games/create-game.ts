import {
  type Actor,
  type Command,
  type CommandOf,
  drawGameId,
  drawJoinCode,
  type Game,
  type GameConfiguration,
  type GameId,
  type JoinCode,
  type Origin,
  SERVER,
} from '@chessmith/game';
import type { GameRecord } from '@chessmith/rules';
import { mapOk, ok, seededRandom } from '@chessmith/std';
import type { RematchMessage } from '../outbox/messages.js';
import type { Hash, ServerChance, Settings } from '../ports/index.js';
import type { CommandReceipt, CreationReceipt, Delivery, GameOptions, ServiceResult } from '../service.js';
import { aliasOf, checkConfiguredLater, configurationFromOptions, type ServerChoices } from './game-options.js';
import type { HandleCommand } from './handle-command.js';
import type { LiveGames } from './live-games.js';

export type GameCreation = {
  create(by: Actor, options: GameOptions, delivery: Delivery, fork?: Fork): ServiceResult<CreationReceipt>;
  /** Makes the game that two players agreed on; does nothing if it is there. */
  createRematch(message: RematchMessage): ServiceResult<CommandReceipt>;
};

/** Where a fork comes from and whether it says so, and the record of its start where a set-up does not say it. */
export type Fork = {
  readonly origin: Origin;
  readonly isOriginPublic: boolean;
  readonly start?: GameRecord | undefined;
};

const SALT = 'ids-of-new-games';

/** Makes games. A wish that comes again with its key finds the game it made the first time. */
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

  /** With a key always the same id for it, which nobody can guess who does not know the salt. */
  function idFor(by: Actor, key: string | undefined): GameId {
    if (key === undefined) return drawGameId(chance);
    const digits = hash(`${salt} ${by} ${key}`);
    const words = [0, 12, 24, 36].map((from) => seededRandom(Number.parseInt(digits.slice(from, from + 12), 16)));
    return drawGameId({ int: (bound) => words.reduce((sum, word) => sum + word.int(bound), 0) % bound });
  }

  function creationCommands(by: Actor, game: GameId, configured: Configured | null, alias?: CreateGame['alias']) {
    return (): readonly Command[] => [
      { type: 'CreateGame', by, game, joinCode: drawJoinCode(chance), ...(alias === undefined ? {} : { alias }) },
      ...(configured === null ? [] : [{ type: 'ConfigureGame', by, ...configured } as const]),
    ];
  }

  /** The start that a rematch shares with the game before it, where that went on from another and no set-up says it. */
  async function sharedStart(of: GameId): ServiceResult<GameRecord | undefined> {
    const live = await games.find(of);
    if (!live.ok) return live;
    const { game, referee } = live.value;
    const start = game.board?.start;
    return ok(start !== undefined && referee.isCarriedOn?.(start) ? start : undefined);
  }

  return {
    async create(by, options, delivery, fork) {
      const alias = aliasOf(options);
      if (!alias.ok) return alias;
      const { origin, isOriginPublic = false, start } = fork ?? {};
      const configured = options.configureLater
        ? checkConfiguredLater(options)
        : mapOk(configurationFromOptions(by, options, deps, isOriginPublic ? origin : undefined), (it) =>
            withStart(it, start),
          );
      if (!configured.ok) return configured;
      const game = idFor(by, delivery.key);
      return handleCommand<CreationReceipt>({
        by,
        game,
        delivery,
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
        // Games that were stored as rated have unrated rematches, since nothing is rated.
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
