import {
  type Actor,
  type Command,
  type GameConfiguration,
  type GameId,
  type GameSetup,
  type Ply,
  type RulesetId,
  rematchConfiguration,
  SERVER,
} from '@chessmith/game';
import type { GameRecord } from '@chessmith/rules';
import { err, mapOk, ok, type Result } from '@chessmith/std';
import { refusal } from '../codes.js';
import type { GameCommand, GameOptions, Games } from '../facets/games.js';
import type { ServiceRefusal, ServiceResult } from '../facets/result.js';
import type { Rulesets } from '../facets/rulesets.js';
import type { Online } from '../people/online.js';
import type { Time } from '../time.js';
import type { HandleCommand } from './command-batch.js';
import type { GameCreation } from './create-game.js';
import { aliasOf, configurationFromOptions, type ServerChoices } from './game-options.js';
import type { LiveGame } from './live-game.js';
import type { LiveGames } from './live-games.js';

type GameCommands = Pick<Games, 'create' | 'fork' | 'command'>;

/** The commands of people and of adapters. */
export function gameCommands(
  deps: ServerChoices & {
    readonly games: LiveGames;
    readonly handleCommand: HandleCommand;
    readonly creation: GameCreation;
    readonly time: Time;
    readonly online: Pick<Online, 'touch'>;
    mayUse: Rulesets['mayUse'];
  },
): GameCommands {
  const { games, handleCommand, creation, time, online, mayUse } = deps;

  /** A private ruleset is reported to others like one that does not exist. */
  async function unknownTo(by: Actor, ruleset: string | undefined): Promise<ServiceRefusal | null> {
    if (ruleset === undefined || by === SERVER || (await mayUse(by, ruleset as RulesetId))) return null;
    return refusal('game/unknown-ruleset', 'There is no ruleset with this name.', { ruleset });
  }

  function toGameCommand(by: Actor, command: GameCommand): Result<Command, ServiceRefusal> {
    // Naming the fields is faster than a spread, and most commands are moves.
    if (command.type === 'PlayMove') return ok({ type: 'PlayMove', by, move: command.move, ply: command.ply });
    if (command.type !== 'ConfigureGame') return ok({ ...command, by });
    const alias = aliasOf(command.options);
    if (!alias.ok) return alias;
    const named = alias.value === undefined ? {} : { alias: alias.value };
    return mapOk(configurationFromOptions(by, command.options, deps), (configuration) => ({
      type: 'ConfigureGame',
      by,
      configuration,
      ...named,
    }));
  }

  /**
   * The position of that turn as a start position. Hidden information stays hidden, because the notation does not
   * contain it. Rulesets that take no start position give their record instead; it is refused while it hides something.
   */
  async function startOf({ game, referee }: LiveGame, ply: Ply): ServiceResult<ForkedStart> {
    const moves = game.board?.moves ?? [];
    if (game.board === null || ply > moves.length) {
      const message =
        game.board === null
          ? 'The game is not configured yet, so it has no turns.'
          : `The game has no turn ${ply}; the last one is ${moves.length}.`;
      return err(refusal('game/no-such-turn', message, { turn: ply, last: moves.length }));
    }
    const { start } = game.board;
    const records = moves.slice(0, ply).map(({ record }) => record);
    const { forking } = referee;
    if (forking?.kind === 'setup') return ok({ setup: forking.branch(start, records) });
    if (forking?.kind === 'record') {
      const { record, hides } = forking.carryOn(start, records);
      return hides && game.end === null ? err(HIDDEN_RESULTS) : ok({ setup: {}, record });
    }
    const position = records.reduce((before, record) => referee.replay(before, record), referee.resume(start));
    await referee.cost?.prepare?.(position);
    return ok({ setup: { position: referee.view(position, { kind: 'watcher' }).notation } });
  }

  /** Creates the rematch before the players learn of it. If this fails, the message in the outbox creates it later. */
  async function createNext(of: GameId, next: GameId): Promise<void> {
    const live = await games.find(of);
    if (live.ok) await creation.createRematch({ of, next, configuration: rematchConfiguration(live.value.game) });
  }

  return {
    async create(by, options, delivery = {}) {
      const unknown = await unknownTo(by, options.ruleset);
      return unknown === null ? creation.create(by, options, delivery) : err(unknown);
    },
    async fork(by, { game: of, ply }, options, delivery = {}) {
      const live = await games.find(of);
      if (!live.ok) return live;
      const start = await startOf(live.value, ply);
      if (!start.ok) return start;
      const { setup, record } = start.value;
      const source = live.value.game.configuration!;
      const forked = forkOptions(source, setup, options);
      // Knowing the id of a private game gives access to it, so no public fork may name it.
      const isOriginShown = !source.isPrivate || forked.isPrivate === true;
      return creation.create(by, forked, delivery, {
        origin: { kind: 'fork', of, ply },
        isOriginShown,
        start: record,
      });
    },
    command(by, game, command, delivery = {}) {
      const full = toGameCommand(by, command);
      if (!full.ok) return Promise.resolve(full);
      if (by !== SERVER) {
        online.touch(by);
        games.inMemory(game)?.lastSeen.set(by, time.now());
      }
      const execute = () =>
        handleCommand({ by, game, delivery, body: hashedBody(command), commands: () => [full.value] });
      switch (command.type) {
        case 'ConfigureGame':
          return unknownTo(by, command.options.ruleset).then((unknown) =>
            unknown === null ? execute() : err(unknown),
          );
        case 'Offer':
        case 'Accept':
          return execute().then(async (answer) => {
            if (answer.ok && answer.value.next !== undefined) await createNext(game, answer.value.next);
            return answer;
          });
        default:
          return execute();
      }
    },
  };
}

/** The part of a command whose hash is stored. Renaming a field here would refuse repeated commands from before. */
const hashedBody = (command: GameCommand): unknown =>
  command.type === 'ConfigureGame' ? { type: command.type, wish: command.options } : command;

type ForkedStart = { readonly setup: GameSetup; readonly record?: GameRecord };

const HIDDEN_RESULTS = refusal('game/not-ended', 'This game contains hidden random results; fork it after it ends.');

/** A fork of a private game stays private unless the options say otherwise. */
function forkOptions(from: GameConfiguration, start: GameSetup, options: GameOptions): GameOptions {
  const { ruleset, clock, isPrivate } = from;
  const { profile } = from.setup;
  return { clock, isPrivate, ...options, ruleset, setup: { ...start, ...(profile === undefined ? {} : { profile }) } };
}
