import type { quantumCodec } from '@chessmith/protocol';
import { formatProtocolMove, parseFragmentsMove } from '@chessmith/quantum';
import { type Choice, listMoves } from '@chessmith/rules';
import { type Random, unwrap } from '@chessmith/std';
import { expect } from 'vitest';
import { systemChance } from '../system/random.js';
import { enter, type QuantumClient } from './quantum-client.js';
import { startTestServer } from './test-server.js';

/** What happened in games of twins; of games in which nothing happens the promise would be true as well. */
export type Seen = { plies: number; refused: number; measured: number; parted: number; otherCoins: number };

type ClientMessage = quantumCodec.ClientMessage;
type Table = { readonly players: readonly QuantumClient[]; readonly game: string; readonly address: string };

const ROLES = ['white', 'black', 'spectator'] as const;
/** Heard last of all that was asked before. */
const MARK: ClientMessage = { kind: 'ask-moves', square: 'a4' };
const PLIES = 40;

/**
 * Plays games twice, on two servers, with the same messages and other coins, and compares to the byte all that three
 * clients hear, until a measurement comes out differently. Throws where anything else differs.
 */
export async function playTwinsByWire(random: Random, games: number, board: string): Promise<Seen> {
  const seen = { plies: 0, refused: 0, measured: 0, parted: 0, otherCoins: 0 };
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
    const tables = await Promise.all(testServers.map((testServer) => sitDown(testServer, game)));
    for (const flipped of flips) flipped.length = 0;
    await playGame(random.fork(), tables, seen);
    if (flips[0].some((coin, index) => coin !== flips[1][index])) seen.otherCoins += 1;
    for (const { players } of tables) for (const player of players) await player.leave();
  }
  return seen;
}

async function sitDown({ address, quantumAddress }: Awaited<ReturnType<typeof startTestServer>>, match: number) {
  const players: QuantumClient[] = [];
  for (const role of ROLES)
    players.push(await enter(quantumAddress, { match: players.length ? match : 'new', name: role, role }));
  const { games } = await ask(`${address}/api/games?ruleset=quantum-fragments&situation=running`);
  return { players, address, game: games[0].game as string };
}

async function playGame(random: Random, tables: readonly Table[], seen: Seen): Promise<void> {
  for (let ply = 0; ply < PLIES; ply++) {
    const { board, turn, end } = await ask(`${tables[0]!.address}/api/games/${tables[0]!.game}`);
    if (end !== null) return;
    const said = messagesOf(random, board, turn);
    for (const [who, message] of said) await Promise.all(tables.map((table) => tell(table.players[who]!, message)));
    await Promise.all(tables.flatMap(({ players }) => players.map((player) => tell(player, MARK))));
    if (!(await compare(tables, seen))) return;
  }
}

/** A move of the side to move, some nonsense, and questions of everyone about everything. */
function messagesOf(
  random: Random,
  board: Any,
  turn: 'white' | 'black',
): readonly (readonly [number, ClientMessage])[] {
  const squares: string[] = board.pieces.map(({ square }: { square: string }) => square);
  const occupied = () => random.pick(squares);
  const anywhere = () => `${'abcdefgh'[random.int(8)]}${random.int(8) + 1}`;
  const questions = (['ask-moves', 'ask-splits', 'ask-same', 'ask-entangled'] as const).map(
    (kind) => [random.int(3), { kind, square: occupied() }] as const,
  );
  return [
    [random.int(3), { kind: 'move', from: occupied(), to: anywhere() }],
    [turn === 'white' ? 0 : 1, moveOf(random, board.choices, new Set(squares))],
    ...questions,
    [random.int(3), { kind: 'ask-merges', squares: [occupied(), occupied()].slice(random.int(2)) }],
  ];
}

/** Often onto another piece, so that something is measured. */
function moveOf(random: Random, choices: readonly Choice[], occupied: ReadonlySet<string>): ClientMessage {
  const kind = random.pick([...new Set(choices.map((choice) => choice.kind))]);
  const spelled = listMoves(
    { roles: [] } as never,
    choices.filter((choice) => choice.kind === kind),
  );
  const meeting = spelled.filter((move) => kind === 'move' && occupied.has(move.slice(2)));
  const chosen = random.pick(meeting.length > 0 && random.int(3) > 0 ? meeting : spelled);
  const words = formatProtocolMove(unwrap(parseFragmentsMove(chosen)))
    .toLowerCase()
    .split(' ');
  const [, a, b, c] = words as [string, string, string, string];
  if (kind === 'split') return { kind, from: a, to: [b, c] };
  return kind === 'merge' ? { kind, from: [a, b], to: c } : { kind: 'move', from: a, to: b };
}

/** Sends it and waits until it has had its effect. */
async function tell(player: QuantumClient, message: ClientMessage): Promise<void> {
  const answers = player.messages.filter(({ kind }) => kind === 'moves').length;
  player.send(message, MARK);
  const wanted = answers + (message.kind === 'ask-moves' ? 2 : 1);
  await player.until(() => player.messages.filter(({ kind }) => kind === 'moves').length >= wanted);
}

/** False when the games have parted at a measurement. */
async function compare(tables: readonly Table[], seen: Seen): Promise<boolean> {
  const partings = [];
  for (const [who, role] of ROLES.entries()) {
    const players = tables.map((table) => table.players[who]!);
    const [bytes, others] = await Promise.all(players.map((player) => player.take(player.bytes().length)));
    const [heard, heardThere] = players.map((player) => player.messages.splice(0));
    const isSame = timeless(bytes!) === timeless(others!);
    if (isSame && who === 0) note(heard!, seen);
    if (!isSame) expectParting(role, heard!, heardThere!);
    partings.push(!isSame);
  }
  expect(new Set(partings).size, 'all hear of a measurement').toBe(1);
  if (partings[0]) seen.parted += 1;
  return !partings[0];
}

const timeless = (bytes: Buffer): string => bytes.toString('latin1').replaceAll(/\d\d:\d\d/g, '--:--');

type Heard = QuantumClient['messages'][number];

/**
 * Games part at an answer, not at what was asked: some square that both asked about was there in one of them only. What
 * followed from the answer, other squares among it, is in the log beside it.
 */
function expectParting(role: string, heard: readonly Heard[], others: readonly Heard[]): void {
  const logs = [heard, others].map((messages) =>
    messages.flatMap((message) => (message.kind === 'log' ? message.lines : [])),
  );
  const before = [heard, others].map((messages) =>
    messages.slice(
      0,
      messages.findIndex(({ kind }) => kind === 'log'),
    ),
  );
  expect(before[1], `${role} hears the same until a measurement`).toEqual(before[0]);
  const [answers, answersThere] = logs.map(answersIn);
  const parted = [...answers!].filter(([square, answer]) => (answersThere!.get(square) ?? answer) !== answer);
  expect(parted, `${role} hears of a measurement`).not.toEqual([]);
}

const answersIn = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lines.flatMap((line) =>
      [...line.matchAll(/^(\w+) measured, (was .*)$/g)].map(([, square, answer]) => [square!, answer!]),
    ),
  );

function note(heard: readonly Heard[], seen: Seen): void {
  for (const message of heard) {
    if (message.kind === 'error') seen.refused += 1;
    if (message.kind !== 'log') continue;
    seen.plies += 1;
    if (message.lines.some((line) => line.includes('measured'))) seen.measured += 1;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers that the documents describe.
type Any = any;

const ask = async (url: string): Promise<Any> => (await fetch(url)).json();
