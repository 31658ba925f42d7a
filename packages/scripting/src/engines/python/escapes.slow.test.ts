import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE_PYTHON, pythonAround } from '../../testing/hostile/python.js';
import { type EngineThread, makeThreads, type Threads } from '../../testing/python/engine-thread.js';
import { DEAD_ENDS, ESCAPES } from '../../testing/python/probes.js';
import { type PythonImage, preparePython } from './image.js';

const TOKEN = 'the host knows 7f3a9c';
const folder = mkdtempSync(join(tmpdir(), 'chessmith-escapes-'));
const file = join(folder, 'secret.txt');
let threads: Threads;
let image: PythonImage;
let walled: PythonImage;
let open: EngineThread;

beforeAll(async () => {
  writeFileSync(file, TOKEN);
  process.env.TOKEN = TOKEN;
  threads = await makeThreads();
  image = await preparePython();
  open = await threads.start({ folders: { [folder]: folder, '/etc': '/etc', '/host-proc': '/proc' } });
  walled = open.walled!;
});
afterAll(async () => {
  for (const thread of [open, ...running.values()]) await thread?.terminate();
  threads?.remove();
  rmSync(folder, { recursive: true });
});

/** What a probe brings back, or why it failed. */
async function send(thread: EngineThread, source: string, args = JSON.stringify([file, TOKEN])) {
  const program = await thread.compile(source);
  if (!program.ok) throw new Error(program.fault.message);
  const loaded = await thread.load(program.value);
  const answer = loaded.ok ? await thread.call('probe', args, 1) : loaded;
  return answer.ok ? { text: answer.value, fatal: false } : { text: answer.fault.code, fatal: answer.fault.fatal };
}

const running = new Map<PythonImage, EngineThread>();

/** The same from an engine of this kind; one that a probe has broken is not used again. */
async function sendInto(kind: PythonImage, source: string, args?: string): Promise<string> {
  const thread = running.get(kind) ?? (await threads.start({ image: kind }));
  running.set(kind, thread);
  const { text, fatal } = await send(thread, source, args);
  if (fatal) {
    running.delete(kind);
    await thread.terminate();
  }
  return text;
}

describe.each(Object.entries(ESCAPES))('%s', (_, source) => {
  test('leads nowhere', async () => {
    expect(await sendInto(image, source)).not.toContain(TOKEN);
    expect(existsSync(`${file}.written`)).toBe(false);
  });

  test('leads nowhere even when Pyodide and all its modules are there, because of the imports alone', async () => {
    expect(await sendInto(walled, source)).not.toContain(TOKEN);
    expect(existsSync(`${file}.written`)).toBe(false);
  });

  test('would lead out of an interpreter that is not sealed', async () => {
    expect((await send(open, source)).text).toContain(TOKEN);
    rmSync(`${file}.written`, { force: true });
  });
});

// What the list of hostile scripts tries: a probe that asked wrongly would prove nothing.
test.each([
  'reading /etc/passwd',
  'reading the environment',
  'the host language through constructors',
  'modules of the host',
] as const)('the probe of %s gets hold of something in an interpreter that is not sealed', async (name) => {
  const source = `${pythonAround(HOSTILE_PYTHON[name]!)}\nprobe = make_move`;
  expect(await sendInto(image, source, '[0]')).toBe('"contained"');
  expect((await send(open, source, '[0]')).text).toContain('escaped: ');
});

test.each(Object.entries(DEAD_ENDS))('%s leads nowhere', async (_, source) => {
  expect(await sendInto(image, source, '[]')).toBe('script/raised');
});

test.each(['os._exit(0)', 'os.abort()', 'os.kill(os.getpid(), 9)', '__import__("_signal").raise_signal(6)'])(
  '%s costs one interpreter and no more',
  async (ending) => {
    const source = `import os\ndef probe(): ${ending}`;
    expect(await sendInto(image, source, '[]')).toMatch(/script\/(?:forbidden|engine-died)/);
  },
);
