import {
  type Actor,
  type Command,
  drawGameId,
  drawJoinCode,
  type Game,
  type GameConfiguration,
  type GameId,
  type JoinCode,
  type Origin,
  SERVER,
} from '@chessmith/game';
import { seededRandom } from '@chessmith/std';
import type { RematchWish } from '../errands/parcels.js';
import type { Digest, ServerChance, Settings } from '../ports/index.js';
import type { Accepted, Answer, Created, GameWish, Sent } from '../service.js';
import type { Perform } from './perform.js';
import { aliasOf, configurationOf } from './wish.js';

export type Making = {
  create(by: Actor, wish: GameWish, sent: Sent, origin?: Origin): Answer<Created>;
  /** Makes the game that two players agreed on; does nothing if it is there. */
  makeRematch(wish: RematchWish): Answer<Accepted>;
};

const SALT = 'ids-of-new-games';

/** Makes games. A wish that comes again with its key finds the game it made the first time. */
export async function openMaking(around: {
  readonly settings: Settings;
  readonly perform: Perform;
  readonly chance: ServerChance;
  readonly digest: Digest;
}): Promise<Making> {
  const { settings, perform, chance, digest } = around;
  const salt = await saltOf(settings, chance);

  /** With a key always the same id for it, which nobody can guess who does not know the salt. */
  function idFor(by: Actor, key: string | undefined): GameId {
    if (key === undefined) return drawGameId(chance);
    const hash = digest(`${salt} ${by} ${key}`);
    const words = [0, 12, 24, 36].map((from) => seededRandom(Number.parseInt(hash.slice(from, from + 12), 16)));
    return drawGameId({ int: (bound) => words.reduce((sum, word) => sum + word.int(bound), 0) % bound });
  }

  function made(by: Actor, game: GameId, configuration: GameConfiguration | null, alias?: CreateGame['alias']) {
    return (): readonly Command[] => [
      { type: 'CreateGame', by, game, joinCode: drawJoinCode(chance), ...(alias === undefined ? {} : { alias }) },
      ...(configuration === null ? [] : [{ type: 'ConfigureGame', by, configuration } as const]),
    ];
  }

  return {
    async create(by, wish, sent, origin) {
      const alias = aliasOf(wish);
      if (!alias.ok) return alias;
      const configuration = configurationOf(by, wish, chance, origin);
      if (!configuration.ok) return configuration;
      const game = idFor(by, sent.key);
      return perform<Created>({
        by,
        game,
        sent,
        body: { type: 'CreateGame', wish, origin },
        commands: made(by, game, wish.configureLater ? null : configuration.value, alias.value),
        tell: created,
      });
    },
    makeRematch({ of, next, configuration }) {
      return perform({
        by: SERVER,
        game: next,
        sent: { key: `rematch:${of}` },
        body: { type: 'CreateGame', rematchOf: of },
        commands: made(SERVER, next, configuration),
      });
    },
  };
}

type CreateGame = Extract<Command, { readonly type: 'CreateGame' }>;

const created = (accepted: Accepted, { joinCode, seats }: Game): Created => ({
  ...accepted,
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
