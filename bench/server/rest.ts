import { Agent, request } from 'node:http';
import { startGame } from '../games/clients/chessmith.js';
import type { Contestant } from '../games/contestant.js';
import { linesOf } from '../games/lines.js';
import { median } from '../games/statistics.js';

const CALLERS = 20;
const CALLS = 150;
const TURNS = 7;
const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });

type Call = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly body?: string;
};

/**
 * `server/rest`: requests per CPU-second, reading a game and moving in it, compared with a bare Fastify with responses
 * of equal size.
 */
export async function benchRest(ours: Contestant, echo: Contestant): Promise<void> {
  const { game, players } = await startGame(ours.address);
  const look: Call = { method: 'GET', path: `/api/games/${game}`, token: players[0]!.token };
  await duel('server/rest', ours, echo, async () => Array.from({ length: CALLERS }, () => repeat(look, CALLS)));
  const lines = linesOf(CALLERS, CALLS);
  await duel('server/rest-move', ours, echo, async () =>
    Promise.all(
      lines.map(async (line) => {
        const started = await startGame(ours.address);
        return line.map((move, ply) => ({
          method: 'POST' as const,
          path: `/api/games/${started.game}/move`,
          token: started.players[ply % 2]!.token,
          body: JSON.stringify({ move }),
        }));
      }),
    ),
  );
}

async function duel(name: string, ours: Contestant, echo: Contestant, calls: () => Promise<Call[][]>): Promise<void> {
  const rates: { ours: number; echo: number }[] = [];
  for (let turn = 0; turn <= TURNS; turn++) {
    const asked = await calls();
    let bytes = 0;
    const mine = await callsPerSecond(ours, asked, (size) => {
      bytes += size;
    });
    const size = Math.round(bytes / (CALLERS * CALLS));
    const echoed = asked.map((line) => line.map((call) => ({ ...call, path: `/${size}` })));
    const theirs = await callsPerSecond(echo, echoed, () => undefined);
    if (turn > 0) rates.push({ ours: mine, echo: theirs });
  }
  const ratio = median(rates.map((turn) => turn.ours / turn.echo)).toFixed(2);
  const [mine, theirs] = [median(rates.map((turn) => turn.ours)), median(rates.map((turn) => turn.echo))];
  console.log(
    `${name} ${ratio} x fastify-echo (${Math.round(mine)} against ${Math.round(theirs)} requests per CPU-second)`,
  );
}

async function callsPerSecond(
  { address, cpuUs }: Contestant,
  callers: readonly (readonly Call[])[],
  answered: (bytes: number) => void,
): Promise<number> {
  const before = await cpuUs();
  await Promise.all(
    callers.map(async (calls) => {
      for (const call of calls) answered(await send(address, call));
    }),
  );
  const after = await cpuUs();
  return (CALLERS * CALLS * 1e6) / (after - before);
}

/** Resolves with the size of the response body, in bytes. */
function send(address: string, { method, path, token, body }: Call): Promise<number> {
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${address}${path}`, { method, headers, agent }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${path}: status ${response.statusCode}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const repeat = <T>(value: T, count: number): T[] => Array.from({ length: count }, () => value);
