import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { connectGuest, uploadRules } from '../games/clients/guest.js';
import { quantile } from '../games/statistics.js';
import { exampleFile, ownFile } from '../scripting/files.js';
import { openTables, uploadAll } from '../scripting/games.js';
import { playFor } from '../scripting/play-for.js';
import type { Table } from '../scripting/table.js';
import { type Caller, countOf, openCaller } from './client.js';
import { newFolder, startServer } from './server.js';

const UPLOADS = 170;
const WITHIN_S = 49;
/** One person may have five under way. */
const PERSONS = 34;
const QUIET_S = 15;
const HONEST = ['chess.py', 'breakthrough.py', 'breakthrough.pl', 'marseillais.ts'];

/** Many uploads of one address beside honest games by scripts: from another address, and from the same one. */
export async function uploads(): Promise<void> {
  for (const from of ['127.0.0.2', '127.0.0.1']) {
    const server = await startServer(newFolder());
    const examples = HONEST.map((file) => ({ file, source: readFileSync(exampleFile(file), 'utf8') }));
    const tables = await openTables(server.address, await uploadAll(server.address, examples), HONEST.length);
    await playFor(tables, 3);
    const quiet = await playUntil(tables, pause(QUIET_S * 1000));
    const attacker = openCaller(server.address, from);
    const attack = uploadMany(attacker);
    const honestUpload = uploadHonestly(server.address);
    const beside = await playUntil(tables, attack);
    const { codes, seconds } = await attack;
    console.log(
      `uploads from ${from === '127.0.0.1' ? 'the same address' : 'another address'}: honest moves ${inWords(beside)}; ` +
        `${inWords(quiet)} without; ${UPLOADS} uploads were answered within ${seconds.toFixed(0)} s: ${countOf(codes)}; ` +
        `an honest upload in the middle took ${(await honestUpload).toFixed(1)} s`,
    );
    for (const table of tables) table.close();
    attacker.close();
    await server.stop();
  }
}

async function uploadMany(caller: Caller): Promise<{ readonly codes: readonly string[]; readonly seconds: number }> {
  const tokens = await Promise.all(Array.from({ length: PERSONS }, () => caller.guest()));
  const beganMs = performance.now();
  const codes = await Promise.all(
    Array.from({ length: UPLOADS }, async (_, number) => {
      await pause((number / UPLOADS) * WITHIN_S * 1000);
      const { file, source } = HOSTILE[number % HOSTILE.length]!;
      const comment = file.endsWith('py') ? '#' : file.endsWith('pl') ? '%' : '//';
      const upload = { file, source: `${source}\n${comment} ${number}\n`, name: `Upload ${number}` };
      return caller.post('/api/rulesets', upload, tokens[number % PERSONS]!).then(
        ({ status, body }) => (status < 300 ? 'accepted' : String(body.code)),
        () => 'connection closed',
      );
    }),
  );
  return { codes, seconds: (performance.now() - beganMs) / 1000 };
}

async function uploadHonestly(address: string): Promise<number> {
  await pause((WITHIN_S * 1000) / 2);
  const author = await connectGuest(address);
  const beganMs = performance.now();
  const source = `${readFileSync(exampleFile('breakthrough.py'), 'utf8')}\n# of an honest author\n`;
  await uploadRules(address, author, { file: 'breakthrough.py', source });
  author.client.close();
  return (performance.now() - beganMs) / 1000;
}

type Waits = { readonly waits: readonly number[]; readonly failures: readonly string[] };

async function playUntil(tables: readonly Table[], other: Promise<unknown>): Promise<Waits> {
  const [waits, failures]: [number[], string[]] = [[], []];
  let isOver = false;
  void other.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const played = await playFor(tables, 3, { perSecond: 2 });
    waits.push(...played.waits);
    failures.push(...played.failures);
  }
  return { waits, failures };
}

const inWords = ({ waits, failures }: Waits): string =>
  `median ${quantile(waits, 0.5).toFixed(1)}, p99 ${quantile(waits, 0.99).toFixed(0)}, at most ` +
  `${Math.max(...waits).toFixed(0)} ms of ${waits.length}, ${failures.length} failures ${countOf(failures)}`;

const example = (file: string) => ({ file, source: readFileSync(exampleFile(file), 'utf8') });
const sleeper = (ending: 'py' | 'js', more: string) => ({
  file: `upload.${ending}`,
  source: `${readFileSync(ownFile(`sleepers/sleeper.${ending}`), 'utf8')}\n${more}\n`,
});

/** Honest ones, broken ones, slow ones, endless ones and those that take all memory. */
const HOSTILE: readonly { readonly file: string; readonly source: string }[] = [
  ...['breakthrough.py', 'pawn-war.py', 'dice-chess.py', 'chess.py', 'archers.ts', 'marseillais.ts'].map(example),
  { file: 'broken.py', source: 'def get_starting_state(:' },
  { file: 'broken.ts', source: 'export const startingState: = 7;' },
  { file: 'endless.py', source: 'while True: pass' },
  { file: 'endless.ts', source: 'for (;;) {}' },
  sleeper(
    'py',
    'harmless = make_move\ndef make_move(*all):\n    for _ in range(900000): pass\n    return harmless(*all)',
  ),
  sleeper('js', 'const slow = state; state = (...all) => { for (let i = 0; i < 2e6; i++); return slow(...all); };'),
  sleeper('py', 'def make_move(*all):\n    while True: pass'),
  sleeper('py', 'kept = []\ndef make_move(*all):\n    while True: kept.append(bytearray(1048576))'),
  { file: 'memory.ts', source: 'const all = []; for (;;) all.push(new Uint8Array(1048576).fill(7));' },
  sleeper('py', 'def make_move(*all):\n    while True: print("x" * 1000)'),
  sleeper('js', 'function harm() { return null; }'),
];
