import { COLORS, type Color } from '@chessmith/rules';
import { unwrap } from '@chessmith/std';
import { initialReadings } from '../clock/clocks.js';
import { type CommandOf, SERVER } from '../commands.js';
import type { GameConfiguration } from '../configuration.js';
import type { PendingDecision } from '../decision-input.js';
import { type Fact, fact } from '../facts.js';
import { seatsOf } from '../game.js';
import type { PersonId } from '../ids.js';
import { type Sides, withSide } from '../sides.js';
import type { Instant } from '../units.js';
import { ended } from './ended.js';

export function created<P>({ command, input: { now } }: PendingDecision<P, CommandOf<'CreateGame'>>): readonly Fact[] {
  const { game, alias = null, joinCode, by } = command;
  const host = by === SERVER ? null : by;
  return [fact('GameCreated', now, { game, host, alias, ...(joinCode === undefined ? {} : { secret: { joinCode } }) })];
}

export function configured<P>({
  referee,
  command,
  input,
}: PendingDecision<P, CommandOf<'ConfigureGame'>>): readonly Fact[] {
  const { configuration } = command;
  const alias = command.alias === undefined ? {} : { alias: command.alias };
  const { position, record } = unwrap(input.start!);
  const { turn } = referee.view(position, { kind: 'watcher' });
  const secret = record.secret === undefined ? {} : { secret: record.secret };
  return [
    fact('GameConfigured', input.now, { configuration, ...alias, start: record.open, turn, ...secret }),
    ...startIfFull(configuration, configuration.seats, input.now),
  ];
}

export function joined<P>({
  game,
  command,
  input: { now },
}: PendingDecision<P, CommandOf<'JoinGame'>>): readonly Fact[] {
  const person = command.by as PersonId;
  const color = command.color ?? freeSeat(game.seats);
  const isWaiting = game.situation === 'waiting-for-players';
  return [
    fact('PlayerJoined', now, { color, person }),
    ...(isWaiting ? startIfFull(game.configuration!, withSide(game.seats, color, person), now) : []),
  ];
}

export function left<P>({
  game,
  command,
  input: { now },
}: PendingDecision<P, CommandOf<'LeaveGame'>>): readonly Fact[] {
  const colors = command.as === undefined ? seatsOf(game, command.by) : [command.as];
  return colors.map((color) => fact('PlayerLeft', now, { color, person: command.by as PersonId }));
}

export const started = <P>({ game, input: { now } }: PendingDecision<P>): readonly Fact[] => [
  gameStarted(game.configuration!, now),
];

export const stopped = <P>({ game, command: { by }, input: { now } }: PendingDecision<P>): readonly Fact[] => [
  fact('GameStopped', now, { by }),
  ended(game, { kind: 'none', cause: 'stopped' }, now),
];

const freeSeat = (seats: Sides<PersonId | null>): Color => COLORS.find((color) => seats[color] === null)!;

function startIfFull(configuration: GameConfiguration, seats: Sides<PersonId | null>, now: Instant): readonly Fact[] {
  const isFull = COLORS.every((color) => seats[color] !== null);
  return isFull && configuration.autoStart ? [gameStarted(configuration, now)] : [];
}

const gameStarted = ({ clock }: GameConfiguration, now: Instant): Fact =>
  fact('GameStarted', now, { clocks: initialReadings(clock) });
