import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { compareModules } from '../testing/binaryen/compare-modules.js';
import type { KnownEdits } from '../testing/binaryen/strip-edits.js';
import { CALL_INTERNAL, rewriteQuickJs } from './javascript/javascript.js';
import { startedProlog } from './prolog/image.js';
import { EXPORTS, REALLOCATE } from './prolog/names.js';
import { KEPT_EXPORTS } from './python/c-api.js';
import { startedPython, WATCHED } from './python/image.js';
import { readModule } from './python/runtime.js';
import { ALARM_SWITCH } from './wasm/guest-code-alarm.js';
import type { Write } from './wasm/instructions.js';
import { readShape } from './wasm/module-shape.js';
import { narrowModule } from './wasm/narrow-module.js';
import { type Edit, type Found, rewriteCode } from './wasm/rewrite-code.js';
import { trackWrites } from './wasm/track-writes.js';
import { wasm } from './wasm/wasm.js';

const read = (path: string): Uint8Array => readFileSync(createRequire(import.meta.url).resolve(path));
const quickJs = read('@jitl/quickjs-wasmfile-release-sync/wasm');
const TIMEOUT_MS = 120_000;

/** Binaryen counts the functions of a module without the imported ones. */
const nameIn = (module: Uint8Array) => {
  const { imported, exported, functions } = readShape(module);
  const own = (index: number): string => `$${index - imported.length}`;
  return {
    own,
    exported: (name: string): string => own(exported.get(name)!),
    imported: (name: string): string => `$fimport$${imported.indexOf(name)}`,
    /** The functions that an edit adds come after all others. */
    added: (i: number): string => own(functions.length + i),
  };
};

const alarm = (global: string): readonly string[] => [
  `(global ${global} (mut i32) (i32.const 0))`,
  `(export "${ALARM_SWITCH}" (global ${global}))`,
];

describe('binaryen finds nothing but the known edits in', () => {
  test('QuickJS', { timeout: TIMEOUT_MS }, () => {
    const { own, imported } = nameIn(quickJs);
    const ring = { functions: new Set([own(CALL_INTERNAL)]), global: '$global$1', ring: imported('l') };
    const found = compareModules(quickJs, rewriteQuickJs(quickJs), { alarm: ring });
    expect(found).toEqual({
      isValid: true,
      removed: ['(import "a" "a" (memory $mimport$0 256 32768))'],
      added: ['(import "a" "a" (memory $mimport$0 96 32768))', ...alarm('$global$1')],
      addedFunctions: [],
      changed: [],
    });
  });

  test('SWI-Prolog', { timeout: TIMEOUT_MS }, async () => {
    const original = read('swipl-wasm/dist/swipl/swipl-web.wasm');
    const { binary, map } = await startedProlog();
    const { own, added } = nameIn(original);
    const calls = new Map([[added(1), own(REALLOCATE)]]);
    const found = compareModules(original, binary, { writes: { map, mark: added(0) }, calls });
    expect(found).toMatchObject({ isValid: true, changed: [], addedFunctions: [markFunction(added(0), map), {}] });
    expect(found.added).toEqual([expect.stringMatching(/^\(memory \$0 279 \d+\)$/)]);
    expect(found.removed.filter((line) => !isExport(line))).toEqual(['(memory $0 279 32768)']);
    for (const name of Object.values(EXPORTS)) expect(found.removed.join()).not.toContain(`(export "${name}" `);
  });

  test('Python', { timeout: TIMEOUT_MS }, async () => {
    const original = readModule();
    const { binary, map } = await startedPython();
    const { exported, imported, added } = nameIn(original);
    const importedGlobals = wasm.Module.imports(new wasm.Module(original)).filter(({ kind }) => kind === 'global');
    const global = `$global$${readShape(original).globals - importedGlobals.length}`;
    const found = compareModules(original, binary, {
      writes: { map, mark: added(0) },
      calls: new Map([[added(1), imported('_PyEM_TrampolineCall_JS')]]),
      alarm: { functions: new Set(WATCHED.map(exported)), global, ring: imported('fail_test') },
    });
    expect(found).toMatchObject({ isValid: true, changed: [], addedFunctions: [markFunction(added(0), map), {}] });
    expect(found.added).toEqual([
      alarm(global)[0],
      expect.stringMatching(/^\(memory \$0 \d+ \d+\)$/),
      alarm(global)[1],
    ]);
    expect(found.removed.filter((line) => !isExport(line))).toEqual(['(memory $0 480 65536)']);
    for (const name of KEPT_EXPORTS) expect(found.removed.join()).not.toContain(`(export "${name}" `);
  });
});

const isExport = (line: string): boolean => line.startsWith('(export ');

/** Marks the pieces from that of the first byte to that of the last one, if there is any byte. */
const markFunction = (name: string, map: number) => ({
  name,
  locals: ['i32', 'i32'],
  code: [
    ...['local.get $1', 'then'],
    ...['local.get $0', 'i32.const 10', 'i32.shr_u', `i32.const ${map}`, 'i32.add', 'i32.const 1'],
    ...['local.get $0', 'local.get $1', 'i32.add', 'i32.const 1', 'i32.sub', 'i32.const 10', 'i32.shr_u'],
    ...['local.get $0', 'i32.const 10', 'i32.shr_u', 'i32.sub', 'i32.const 1', 'i32.add', 'memory.fill', 'end of if'],
  ],
});

type Store = Extract<Write, { kind: 'store' }>;
type StoreFound = { readonly kind: 'write'; readonly write: Store; readonly bytes: Uint8Array };

describe('binaryen notices', () => {
  const MAP = 5_000_000;
  const edits: KnownEdits = { writes: { map: MAP, mark: nameIn(quickJs).added(0) } };
  const [CALL, CONST, DROP, I64_ZERO] = [0x10, 0x41, 0x1a, [0x42, 0]];

  /** QuickJS with all writes tracked, except where `wrong` gives something else. */
  function withMistake(wrong: (found: Found, right: number[] | undefined) => number[] | undefined): Uint8Array {
    return rewriteCode(quickJs, [
      (shape): Edit => {
        const { added, replace } = trackWrites(MAP)(shape);
        return { added, replace: (found, ...rest) => wrong(found, replace(found, ...rest)) };
      },
    ]);
  }
  const isStore = (found: Found, value: string): found is StoreFound =>
    found.kind === 'write' && found.write.kind === 'store' && found.write.value === value;

  test('no mistake where there is none', { timeout: TIMEOUT_MS }, () => {
    expect(
      compareModules(
        quickJs,
        withMistake((_, right) => right),
        edits,
      ),
    ).toMatchObject({
      isValid: true,
      removed: [],
      added: [],
      changed: [],
    });
  });

  test.each<[string, RegExp, (found: Found, right: number[] | undefined) => number[] | undefined]>([
    [
      'a store that is not marked',
      /a write without a mark/,
      (found, right) => (isStore(found, 'f64') ? undefined : right),
    ],
    [
      'a mark in another map',
      /expected i32\.store8 offset=5000000/,
      (found, right) => (isStore(found, 'f64') ? [...right!.slice(0, -1), right!.at(-1)! + 1] : right),
    ],
    [
      'a fill that is not marked',
      /a write without a mark/,
      (found, right) => (found.kind === 'write' && found.write.kind === 'fill' ? undefined : right),
    ],
    [
      'a store that stores something else',
      /instruction \d+/,
      (found, right) => (isStore(found, 'i64') ? [DROP, ...I64_ZERO, ...right!] : right),
    ],
    [
      'an instruction that was added',
      /instruction \d+: .* is now i32\.const 7/,
      (found, right) => (found.kind === 'call' && found.called === 0 ? [CONST, 7, DROP, CALL, 0] : right),
    ],
    [
      'a store at another offset',
      /expected i32\.const 12|is now/,
      (found, right) =>
        isStore(found, 'f64') && found.write.offset === 8 ? withOffset(right!, found.bytes, 12) : right,
    ],
  ])('%s', { timeout: TIMEOUT_MS }, (_, why, wrong) => {
    const { changed } = compareModules(quickJs, withMistake(wrong), edits);
    expect(changed.length).toBeGreaterThan(0);
    for (const line of changed) expect(line).toMatch(why);
  });

  test('an export that is gone', { timeout: TIMEOUT_MS }, () => {
    const exports = [...readShape(quickJs).exported.keys()].slice(1);
    const { removed } = compareModules(quickJs, narrowModule(quickJs, { bytes: 0, maximumBytes: 0, exports }), {});
    expect(removed).toEqual(expect.arrayContaining([expect.stringMatching(/^\(export "\w+" \(func \$\d+\)\)$/)]));
  });
});

/** Replaces the offset of a store inside its replacement; the mark keeps the right one. */
function withOffset(replacement: readonly number[], store: Uint8Array, offset: number): number[] {
  const at = Buffer.from(replacement).indexOf(store);
  return replacement.map((byte, i) => (i === at + store.length - 1 ? offset : byte));
}
