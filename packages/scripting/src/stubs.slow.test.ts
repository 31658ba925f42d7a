import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FUNCTIONS, type Language } from './language.js';
import { openSandbox } from './sandbox/open-sandbox.js';
import type { Sandbox } from './sandbox/port.js';

const pathOf = (file: string): string => fileURLToPath(new URL(`../../../examples/templates/${file}`, import.meta.url));
const read = (file: string): string => readFileSync(pathOf(file), 'utf8');

let sandbox: Sandbox;
beforeAll(() => {
  const waiting = { total: 10, perLane: 10, longestMs: 200_000 };
  sandbox = openSandbox({ languages: ['python', 'prolog'], workersPerLanguage: 1, waiting });
});
afterAll(() => sandbox.close());

async function ask(language: Language, source: string, args: readonly unknown[]): Promise<unknown> {
  const owner = { lane: 'stubs', kind: 'play' } as const;
  const program = await sandbox.prepare(language, source, owner);
  if (!program.ok) throw new Error(JSON.stringify(program.error));
  const call = { name: FUNCTIONS[language].move, args: JSON.stringify(args), seed: 0 };
  const result = await sandbox.call(program.value, call, owner);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return JSON.parse(result.value);
}

describe('the types for TypeScript', () => {
  /** The number of compiler errors in the template after one replacement. */
  function complaints(from = '', to = ''): number {
    const options = { strict: true, noEmit: true, skipLibCheck: true, types: [], lib: ['lib.es2022.d.ts'] };
    const file = pathOf('template.ts');
    const host = ts.createCompilerHost(options);
    const { readFile } = host;
    host.readFile = (name) => (name === file ? read('template.ts').replace(from, to) : readFile(name));
    const program = ts.createProgram(
      [file],
      { ...options, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 },
      host,
    );
    return ts.getPreEmitDiagnostics(program).length;
  }

  test('accept the template, and find a mistake in it', () => {
    expect(read('template.ts')).toContain("color: 'white'");
    expect(complaints()).toBe(0);
    expect(complaints("color: 'white'", "color: 'red'")).toBeGreaterThan(0);
  });
});

test('the types for Python are valid Python, and define what the template imports', async () => {
  const source = 'def make_move(text): return list(compile(text, "stub", "exec").co_names)';
  const names = (await ask('python', source, [read('chessmith.pyi')])) as string[];
  const [, imported] = /from chessmith import ([^\n]*)/.exec(read('template.py')) ?? [];
  expect(names).toEqual(expect.arrayContaining(imported!.split(',').map((name) => name.trim())));
});

test.each([
  ['of the template', 'Other = State', true],
  ['without a status', 'del_dict(status, State, _, Other)', false],
  ['of a red piece', 'Other = State.put(pieces, [_{color: red, name: king, x: 0, y: 0}])', false],
  ['with a move to nowhere', 'Other = State.put(possible_moves, [_{from_x: 0, from_y: 0, to_x: 1}])', false],
  ['with a message that is none', 'Other = State.put(message, 3)', false],
])('the types for Prolog accept or reject a state %s', async (_, change, isState) => {
  const check = `make_move(_, R) :- starting_state(State), ${change}, (is_of_type(chessmith_state, Other) -> R = true ; R = false).`;
  expect(await ask('prolog', `${read('chessmith.pl')}\n${read('template.pl')}\n${check}`, [0])).toBe(isState);
});
