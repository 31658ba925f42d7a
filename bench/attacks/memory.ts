import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../games/statistics.js';
import { openTables, uploadAll } from '../scripting/games.js';
import { openHostilePlayer } from '../scripting/hostile-player.js';
import { playFor } from '../scripting/play-for.js';
import { SLEEPERS } from '../scripting/sleepers.js';
import { countOf } from './client.js';
import { type AttackedServer, newFolder, startServer } from './server.js';

const ATTACK_S = 60;
/** For so long the memory is watched afterwards. */
const CALM_S = 150;
const HUNGRY = SLEEPERS.filter(({ name }) => name.endsWith('takes all memory'));
const HONEST = ['py', 'js', 'pl'].map((ending) => SLEEPERS.find(({ file }) => file.endsWith(ending))!);

/** Scripts of all languages that take all memory, beside honest games by scripts that go on without a pause. */
export async function memory(): Promise<void> {
  const server = await startServer(newFolder());
  const tables = await openTables(server.address, await uploadAll(server.address, HONEST), HONEST.length);
  // Uploads before the attack and its first games belong to the start, too.
  const rules = await uploadAll(server.address, [...HUNGRY, ...HUNGRY, ...HUNGRY].map(unlike));
  const hostilePlayers = await Promise.all(rules.map((one) => openHostilePlayer(server.address, one)));
  const [waits, failures]: [number[], string[]] = [[], []];
  let isOver = false;
  const playing = (async () => {
    while (!isOver) {
      const played = await playFor(tables, 1, { perSecond: 2 });
      waits.push(...played.waits);
      failures.push(...played.failures);
    }
  })();
  await pause(10_000);
  const before = server.memory();
  const quiet = waits.splice(0);
  for (const player of hostilePlayers) player.begin();
  const attacked = await watch(server, ATTACK_S);
  await Promise.all(hostilePlayers.map((player) => player.pause()));
  const beside = waits.splice(0);
  const calm: string[] = [];
  for (let second = 0; second < CALM_S; second += 30) {
    await pause(30_000);
    const { server: own, sandbox } = server.memory();
    calm.push(`${second + 30} s: ${own} + ${sandbox}`);
  }
  isOver = true;
  await playing;
  const harm = countOf(
    hostilePlayers.flatMap(({ answers }) => [...answers].flatMap(([code, times]) => Array(times).fill(code))),
  );
  console.log(
    `memory: server + sandbox in MB: ${before.server} + ${before.sandbox} at first, at most ${attacked.server} + ${attacked.sandbox} ` +
      `during ${ATTACK_S} s of attack (${harm}), after it ${calm.join(', ')}`,
  );
  console.log(
    `memory: honest moves ${inWords(quiet)} before, ${inWords(beside)} during the attack, ${inWords(waits)} after it; ` +
      `${failures.length} failures ${countOf(failures)}`,
  );
  for (const one of [...tables, ...hostilePlayers]) one.close();
  await server.stop();
}

async function watch(server: AttackedServer, seconds: number): Promise<{ server: number; sandbox: number }> {
  const most = { server: 0, sandbox: 0 };
  const untilMs = performance.now() + seconds * 1000;
  while (performance.now() < untilMs) {
    const now = server.memory();
    most.server = Math.max(most.server, now.server);
    most.sandbox = Math.max(most.sandbox, now.sandbox);
    await pause(200);
  }
  return most;
}

/** Each upload differs from the others. */
const unlike = ({ file, source }: (typeof SLEEPERS)[number], number: number) => ({
  file,
  source: `${source}\n${file.endsWith('py') ? '#' : file.endsWith('pl') ? '%' : '//'} ${number}\n`,
});

const inWords = (waits: readonly number[]): string =>
  `median ${quantile(waits, 0.5).toFixed(1)}, p99 ${quantile(waits, 0.99).toFixed(0)}, at most ${Math.max(...waits).toFixed(0)} ms`;
