import type { quantumCodec } from '@chessmith/protocol';
import { formatProtocolMove, parseFragmentsMove } from '@chessmith/quantum';
import { type Choice, listMoves } from '@chessmith/rules';
import { type Random, unwrap } from '@chessmith/std';
import { expect } from 'vitest';
import { systemChance } from '../system/random.js';
import { enterMatch, type QuantumClient } from './quantum-client.js';
import { startTestServer } from './test-server.js';

/** Counts of events in the games, so that tests can require enough of them. */
export type Coverage = { plies: number; refused: number; measured: number; parted: number; otherCoins: number };

type ClientMessage = quantumCodec.ClientMessage;
type TwinMatch = { readonly players: readonly QuantumClient[]; readonly game: string; readonly address: string };

const ROLES = ['white', 'black', 'spectator'] as const;
/** Its reply comes after all replies to earlier messages. */
const MARK: ClientMessage = { kind: 'ask-moves', square: 'a4' };
const PLIES = 40;

/**
 * Plays games on two servers with the same messages and different coins. Compares the bytes that three clients receive
 * until a measurement has different results. Throws at any other difference.
 */
export async function playTwinMatches(random: Random, games: number, board: string): Promise<Coverage> {
  const coverage = { plies: 0, refused: 0, measured: 0, parted: 0, otherCoins: 0 };
  const flips: [number[], number[]] = [[], []];
  const testServers = await Promise.all(
    flips.map((flipped) => {
      const coins = random.fork();
      const int = (bound: number): number => {
        if (bound !== 2) return systemChance.int(bound);
        flipped.push(coins.int(2));
        return flipped.at(-1)!;
      };
      const flags = { 'quantum-port': '0', 'quantum-host': '127.0.0.1', 'quantum-board': board };
      return startTestServer(flags, undefined, { chance: { ...systemChance, int } });
    }),
  );
  for (let game = 1; game <= games; game++) {
    const matches = await Promise.all(testServers.map((testServer) => startMatch(testServer, game)));
    for (const flipped of flips) flipped.length = 0;
    await playGame(random.fork(), matches, coverage);
    if (flips[0].some((coin, index) => coin !== flips[1][index])) coverage.otherCoins += 1;
    for (const { players } of matches) for (const player of players) await player.leave();
  }
  return coverage;
}

async function startMatch({ address, quantumAddress }: Awaited<ReturnType<typeof startTestServer>>, match: number) {
  const players: QuantumClient[] = [];
  for (const role of ROLES)
    players.push(await enterMatch(quantumAddress, { match: players.length ? match : 'new', name: role, role }));
  const { games } = await ask(`${address}/api/games?ruleset=quantum-fragments&situation=running`);
  return { players, address, game: games[0].game as string };
}

async function playGame(random: Random, matches: readonly TwinMatch[], coverage: Coverage): Promise<void> {
  for (let ply = 0; ply < PLIES; ply++) {
    const { board, turn, end } = await ask(`${matches[0]!.address}/api/games/${matches[0]!.game}`);
    if (end !== null) return;
    const messages = messagesOf(random, board, turn);
    for (const [who, message] of messages)
      await Promise.all(matches.map((match) => sendAndSettle(match.players[who]!, message)));
    await Promise.all(matches.flatMap(({ players }) => players.map((player) => sendAndSettle(player, MARK))));
    if (!(await compare(matches, coverage))) return;
  }
}

/** A move of the side to move, an illegal move, and queries by random clients. */
function messagesOf(
  random: Random,
  board: Any,
  turn: 'white' | 'black',
): readonly (readonly [number, ClientMessage])[] {
  const squares: string[] = board.pieces.map(({ square }: { square: string }) => square);
  const occupied = () => random.pick(squares);
  const anywhere = () => `${'abcdefgh'[random.int(8)]}${random.int(8) + 1}`;
  const queries = (['ask-moves', 'ask-splits', 'ask-same', 'ask-entangled'] as const).map(
    (kind) => [random.int(3), { kind, square: occupied() }] as const,
  );
  return [
    [random.int(3), { kind: 'move', from: occupied(), to: anywhere() }],
    [turn === 'white' ? 0 : 1, moveOf(random, board.choices, new Set(squares))],
    ...queries,
    [random.int(3), { kind: 'ask-merges', squares: [occupied(), occupied()].slice(random.int(2)) }],
  ];
}

/** Often a move to an occupied square, so that something is measured. */
function moveOf(random: Random, choices: readonly Choice[], occupied: ReadonlySet<string>): ClientMessage {
  const kind = random.pick([...new Set(choices.map((choice) => choice.kind))]);
  const spelled = listMoves(
    { roles: [] } as never,
    choices.filter((choice) => choice.kind === kind),
  );
  const meeting = spelled.filter((move) => kind === 'move' && occupied.has(move.slice(2)));
  const chosen = random.pick(meeting.length > 0 && random.int(3) > 0 ? meeting : spelled);
  const parts = formatProtocolMove(unwrap(parseFragmentsMove(chosen)))
    .toLowerCase()
    .split(' ');
  const [, a, b, c] = parts as [string, string, string, string];
  if (kind === 'split') return { kind, from: a, to: [b, c] };
  return kind === 'merge' ? { kind, from: [a, b], to: c } : { kind: 'move', from: a, to: b };
}

/** Sends a message and waits until it has taken effect. */
async function sendAndSettle(player: QuantumClient, message: ClientMessage): Promise<void> {
  const answers = player.messages.filter(({ kind }) => kind === 'moves').length;
  player.send(message, MARK);
  const wanted = answers + (message.kind === 'ask-moves' ? 2 : 1);
  await player.until(() => player.messages.filter(({ kind }) => kind === 'moves').length >= wanted);
}

/** False if the games differ after a measurement. */
async function compare(matches: readonly TwinMatch[], coverage: Coverage): Promise<boolean> {
  const partings = [];
  for (const [who, role] of ROLES.entries()) {
    const players = matches.map((match) => match.players[who]!);
    const [bytes, others] = await Promise.all(players.map((player) => player.take(player.bytes().length)));
    const [received, receivedThere] = players.map((player) => player.messages.splice(0));
    const isSame = timeless(bytes!) === timeless(others!);
    if (isSame && who === 0) countCoverage(received!, coverage);
    if (!isSame) expectParting(role, received!, receivedThere!);
    partings.push(!isSame);
  }
  expect(new Set(partings).size, 'all clients get the measurement').toBe(1);
  if (partings[0]) coverage.parted += 1;
  return !partings[0];
}

const timeless = (bytes: Buffer): string => bytes.toString('latin1').replaceAll(/\d\d:\d\d/g, '--:--');

type Received = QuantumClient['messages'][number];

/**
 * Games may only differ in the result of a measurement: a square that both games measured was occupied in one of them.
 * The consequences of the result are in the same log message.
 */
function expectParting(role: string, received: readonly Received[], others: readonly Received[]): void {
  const logs = [received, others].map((messages) =>
    messages.flatMap((message) => (message.kind === 'log' ? message.lines : [])),
  );
  const before = [received, others].map((messages) =>
    messages.slice(
      0,
      messages.findIndex(({ kind }) => kind === 'log'),
    ),
  );
  expect(before[1], `${role} receives the same until a measurement`).toEqual(before[0]);
  const [answers, answersThere] = logs.map(answersIn);
  const parted = [...answers!].filter(([square, answer]) => (answersThere!.get(square) ?? answer) !== answer);
  expect(parted, `${role} receives a measurement`).not.toEqual([]);
}

const answersIn = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lines.flatMap((line) =>
      [...line.matchAll(/^(\w+) measured, (was .*)$/g)].map(([, square, answer]) => [square!, answer!]),
    ),
  );

function countCoverage(received: readonly Received[], coverage: Coverage): void {
  for (const message of received) {
    if (message.kind === 'error') coverage.refused += 1;
    if (message.kind !== 'log') continue;
    coverage.plies += 1;
    if (message.lines.some((line) => line.includes('measured'))) coverage.measured += 1;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the documents describe the responses.
type Any = any;

const ask = async (url: string): Promise<Any> => (await fetch(url)).json();
