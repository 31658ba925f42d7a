import { INSPECTION_SUBJECTS, listMoves, type RulesetCard, type View } from '@chessmith/rules';
import type { ServerChance } from '@chessmith/service';
import { createVirtualClock } from '@chessmith/service/testing';
import { type Random, seededRandom } from '@chessmith/std';
import { WebSocket } from 'ws';
import { readConfiguration } from '../configuration.js';
import { openServer, type Server } from '../open-server.js';
import type { Referees } from './leaks.js';
import { SETTINGS } from './test-server.js';

/** Counts of events in the games, so that tests can require enough of them. */
export type Coverage = {
  plies: number;
  refused: number;
  measured: number;
  parted: number;
  forks: number;
  frames: number;
};

/** The twins sent different bytes before a measurement had different results. */
export class Leak extends Error {}

type Request = { readonly method?: 'GET' | 'POST'; readonly url: string; readonly as?: string; readonly body?: object };

/**
 * Plays the same games on two servers that differ only in the coins of `quantum-fragments`. Both get the same requests,
 * and every response and frame is compared byte by byte, until a measurement has different results.
 */
export async function playTwinServers(
  seed: number,
  size: { readonly games: number; readonly plies: number },
  referees?: () => Referees,
): Promise<Coverage> {
  const coverage: Coverage = { plies: 0, refused: 0, measured: 0, parted: 0, forks: 0, frames: 0 };
  const random = seededRandom(seed);
  for (let game = 0; game < size.games; game++) {
    const ids = random.int(2 ** 31);
    const twins = await Promise.all([1, 2].map((coins) => openTwin(ids, seed * 1000 + game * 2 + coins, referees)));
    try {
      await playGame(twins, random, BOARDS[game % BOARDS.length], size.plies, coverage);
    } finally {
      for (const twin of twins) await twin.close();
    }
  }
  return coverage;
}

const BOARDS: readonly (string | undefined)[] = [
  undefined,
  'TA1W\nKE1W\nTH1W\nQA2W\nQB7W\nTA8B\nKE8B\nTH8B\nQA7B',
  'QD1W\nHB1W\nHG1W\nBC1W\nKA1W\nQD8B\nHB8B\nHG8B\nBF8B\nKH8B',
];

async function playGame(
  twins: readonly Twin[],
  random: Random,
  board: string | undefined,
  plies: number,
  coverage: Coverage,
) {
  const both = (request: Request) => askBoth(twins, request);
  const [white, black] = [await newGuest(both), await newGuest(both)];
  const tokens = { white, black };
  const setup = board === undefined ? {} : { setup: { position: board } };
  const options = { ruleset: 'quantum-fragments', side: 'white', ...setup };
  const made = await both({ method: 'POST', url: '/api/games', as: white, body: options });
  const game = `/api/games/${made.game}`;
  await both({ method: 'POST', url: `${game}/join`, as: black });
  for (const as of [white, undefined]) for (const twin of twins) await twin.watch(made.game, as);

  for (let ply = 0; ply < plies; ply++) {
    const { board: view, end } = await both({ url: game, as: black });
    if (end !== null) return;
    const { about } = (await twins[0]!.card)!;
    const move = random.int(6) === 0 ? illegalMove(random) : pickMove(about, view, random);
    if (move === undefined) return;
    const as = tokens[(view as View).turn];
    const answers = await Promise.all(
      twins.map((twin) => twin.ask({ method: 'POST', url: `${game}/move`, as, body: { move } })),
    );
    const outcomes = await Promise.all(twins.map((twin) => twin.measured(game)));
    if (outcomes[0] !== outcomes[1]) {
      coverage.parted += 1;
      return;
    }
    compare({ url: `${game}/move`, body: { move } }, answers);
    if (JSON.parse(answers[0]!.split('\n').at(-1)!).code !== undefined) coverage.refused += 1;
    else coverage.plies += 1;
    if (outcomes[0] !== '') coverage.measured += 1;
    for (const request of readRequests(game, ply, move, random)) {
      const answer = await both({ ...request, as: random.pick([undefined, white, black]) } as Request);
      if (!request.url.endsWith('/fork') || answer.game === undefined) continue;
      coverage.forks += 1;
      for (const more of ['', '/facts']) await both({ url: `/api/games/${answer.game}${more}` });
    }
    coverage.frames += await compareFrames(twins);
  }
}

/** Requests that read a game: a random choice after every ply, so that all occur often. */
function readRequests(game: string, ply: number, move: string, random: Random): readonly Request[] {
  const square = () => `${random.pick([...'abcdefgh'])}${random.int(8) + 1}`;
  const about = INSPECTION_SUBJECTS[ply % INSPECTION_SUBJECTS.length]!;
  const parameters = `square=${square()}&other=${square()}&move=${encodeURIComponent(move)}`;
  const all: readonly Request[] = [
    { url: `${game}/facts` },
    { url: `${game}/pgn` },
    { url: `${game}/queries/InspectionAtTurn?about=${about}&${parameters}` },
    { url: `${game}/queries/InspectionAtTurn?about=boards` },
    { url: `${game}/queries/BoardStateAtTurn?turn=${random.int(ply + 1)}` },
    { url: `${game}/queries/ValidMovesAtTurn?results=${ply % 2 === 0}` },
    { url: `${game}/queries/MoveHistory` },
    { url: `${game}/queries/GameInformation` },
    { url: `${game}/queries/UnmovedPositionsAtTurn` },
    { url: `${game}/moves?from=${square()}` },
    { method: 'POST', url: `${game}/takeback`, body: { action: 'offer' } },
    { method: 'POST', url: `${game}/fork`, body: { ply: random.int(ply + 1), side: 'white' } },
    { url: '/api/games' },
    { url: '/api/pgn' },
    { url: '/metrics' },
  ];
  const always = all.filter(({ url }) => url.endsWith('/facts') || (ply % 4 === 3 && url.endsWith('/fork')));
  return [...always, ...random.shuffle(all).slice(0, 5)];
}

const illegalMove = (random: Random): string =>
  `${random.pick([...'abcdefgh'])}${random.int(8) + 1}^a${random.int(8) + 1}h8`;

function pickMove(about: RulesetCard, view: View, random: Random): string | undefined {
  const { choices } = view;
  const measuring = measuringMoves(view);
  if (measuring.length > 0 && random.int(3) === 0) return random.pick(measuring);
  const kind = random.pick(['move', 'split', 'split', 'merge'] as const);
  const some = choices.filter((choice) => choice.kind === kind);
  // A merge combines two choices, so all choices of a kind are listed together.
  const moves = listMoves(about, some.length > 0 ? some : choices);
  return moves.length === 0 ? undefined : random.pick(moves);
}

/** Moves to an occupied square in which one of the two pieces is in superposition. */
function measuringMoves({ choices, pieces }: View): readonly string[] {
  const at = new Map(pieces.map(({ square, probability = 1 }) => [square, probability]));
  return choices.flatMap((choice) =>
    choice.kind !== 'move'
      ? []
      : choice.to.filter((to) => at.has(to) && at.get(to)! + at.get(choice.from)! < 2).map((to) => choice.from + to),
  );
}

async function newGuest(both: (request: Request) => Promise<Any>): Promise<string> {
  return (await both({ method: 'POST', url: '/api/guests' })).token;
}

// biome-ignore lint/suspicious/noExplicitAny: the documents describe the responses.
type Any = any;

async function askBoth(twins: readonly Twin[], request: Request): Promise<Any> {
  const answers = await Promise.all(twins.map((twin) => twin.ask(request)));
  compare(request, answers);
  const body = answers[0]!.split('\n').slice(1).join('\n');
  return body.startsWith('{') ? JSON.parse(body) : body;
}

function compare(request: object, [one, other]: readonly string[]): void {
  if (one === other) return;
  const at = [...one!].findIndex((letter, index) => letter !== other![index]);
  const context = [one!, other!].map((text) => text.slice(Math.max(0, at - 80), at + 80));
  throw new Leak(`${JSON.stringify(request)}: ${context.join(' / ')}`);
}

async function compareFrames(twins: readonly Twin[]): Promise<number> {
  const [ones, others] = await Promise.all(twins.map((twin) => twin.frames()));
  compare({ frames: true }, [ones!.join('\n'), others!.join('\n')]);
  return ones!.length;
}

type Twin = Awaited<ReturnType<typeof openTwin>>;

async function openTwin(ids: number, coins: number, referees?: () => Referees) {
  const configuration = readConfiguration(SETTINGS, {});
  if (!configuration.ok) throw new Error(configuration.error.message);
  const server: Server = await openServer(configuration.value, {
    chance: chanceOf(ids, coins),
    clock: createVirtualClock(),
    ...(referees === undefined ? {} : { referees: referees() }),
  });
  const sockets: { readonly socket: WebSocket; readonly received: string[] }[] = [];

  async function ask({ method = 'GET', url, as, body }: Request): Promise<string> {
    const headers = { ...(as && { authorization: `Bearer ${as}` }) };
    const answer = await server.app.inject({ method, url, headers, ...(body && { payload: body }) });
    const volatile = url === '/metrics' ? ['date', 'content-length'] : ['date'];
    const headersSent = Object.entries(answer.headers).filter(([name]) => !volatile.includes(name));
    return `${answer.statusCode} ${JSON.stringify(headersSent)}\n${url === '/metrics' ? counts(answer.body) : answer.body}`;
  }

  return {
    ask,
    card: server.app.inject('/api/rulesets').then((answer) => {
      const about = answer.json().rulesets.find(({ name }: RulesetCard) => name === 'quantum-fragments') as RulesetCard;
      return { about };
    }),
    /** The measurement results of the last move. */
    async measured(game: string): Promise<string> {
      const { facts } = (await server.app.inject(`${game}/facts?type=MovePlayed`)).json();
      return JSON.stringify(facts.at(-1)?.fact.record.measured) ?? '';
    },
    async watch(game: string, as: string | undefined): Promise<void> {
      const headers = as === undefined ? {} : { authorization: `Bearer ${as}` };
      const socket = new WebSocket(`${server.address.replace('http', 'ws')}/api/socket`, { headers });
      const received: string[] = [];
      socket.on('message', (data) => received.push(String(data)));
      await new Promise((resolve) => socket.once('open', resolve));
      sockets.push({ socket, received });
      socket.send(JSON.stringify({ type: 'subscribe', key: 'all', game, personalView: true }));
      await answered({ socket, received }, 'all');
    },
    /** All frames since the last call. The answer to one more request marks their end. */
    async frames(): Promise<readonly string[]> {
      const texts: string[] = [];
      for (const [index, one] of sockets.entries()) {
        one.socket.send(JSON.stringify({ type: 'unsubscribe', key: `now${index}`, subscription: 'none' }));
        await answered(one, `now${index}`);
        texts.push(...one.received.splice(0));
      }
      return texts;
    },
    async close(): Promise<void> {
      for (const { socket } of sockets) socket.terminate();
      await server.close();
    },
  };
}

/** Only the metrics of games and requests; the others describe the process and its speed. */
const counts = (metrics: string): string =>
  metrics
    .split('\n')
    .filter((line) => !/^(# |chessmith_(process|nodejs)_|chessmith_http_request_seconds_(bucket|sum))/.test(line))
    .join('\n');

async function answered({ socket, received }: { socket: WebSocket; received: string[] }, key: string): Promise<void> {
  const isAnswer = (text: string) => text.includes(`"key":"${key}"`);
  while (!received.some(isAnswer)) await new Promise((resolve) => socket.once('message', resolve));
}

/** Coins and the secrets of forks come from one random source; ids, codes and tokens from another. */
function chanceOf(ids: number, coins: number): ServerChance {
  const [id, coin] = [seededRandom(ids), seededRandom(coins)];
  return {
    int: (bound) => (bound === 2 ? coin.int(2) : id.int(bound)),
    real: () => coin.next(),
    bytes: (count) => Uint8Array.from({ length: count }, () => id.int(256)),
  };
}
