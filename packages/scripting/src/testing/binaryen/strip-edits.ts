import type { ListedFunction } from './list-module.js';

/** What a rewritten module adds to its original, as binaryen names it. */
export type KnownEdits = {
  /** The address of the map of writes, and the function that marks a stretch of memory. */
  readonly writes?: { readonly map: number; readonly mark: string };
  /** Calls that were replaced: the function that is called now, and the original one. */
  readonly calls?: ReadonlyMap<string, string>;
  /** The functions with an alarm, the global that arms it, and the import that it calls. */
  readonly alarm?: { readonly functions: ReadonlySet<string>; readonly global: string; readonly ring: string };
};

/**
 * The instructions of a rewritten function without the edits, which must be the original ones. Throws at a write that
 * is not marked, at a mark of another address, and at any other use of an added variable.
 */
export function stripEdits(
  { name, code }: ListedFunction,
  original: Pick<ListedFunction, 'locals'>,
  { writes, calls, alarm }: KnownEdits,
): readonly string[] {
  const stripped: string[] = [];
  const replaced = new Set([...(calls?.values() ?? [])].map((called) => `call ${called}`));
  let at = 0;
  const fail = (why: string): never => {
    throw new Error(`${name}, instruction ${at}: ${why}: ${code.slice(at, at + 12).join(', ')}`);
  };
  const isAdded = (local: string): boolean => Number(local) >= original.locals.length;
  /** Reads the instructions that must come next. */
  const expectNext = (...wanted: readonly string[]): void => {
    for (const one of wanted)
      if (code[at] === one) at++;
      else fail(`expected ${one}`);
  };
  const addedLocal = (operation: string): string => {
    const [, found, local = ''] = LOCAL.exec(code[at] ?? '') ?? [];
    if (found !== operation || !isAdded(local)) fail(`expected ${operation} of an added variable`);
    at++;
    return local;
  };

  /** A store, after its operands: they go to variables and back, and the mark of its address follows. */
  const takeWrite = (): void => {
    const { map, mark } = writes ?? fail('an added variable');
    const operands = [addedLocal('set')];
    if (LOCAL.exec(code[at]!)?.[1] === 'set') operands.unshift(addedLocal('set'));
    const address = addedLocal('tee');
    expectNext(...operands.map((local) => `local.get $${local}`));
    const write = code[at]!;
    if (!WRITE.test(write) || new Set([...operands, address]).size !== operands.length + 1) fail('not a write');
    stripped.push(write);
    at++;
    expectNext(`local.get $${address}`);
    if (operands.length === 2) {
      expectNext(`local.get $${operands[1]}`, `call ${mark}`);
      return;
    }
    const offset = Number(/ offset=(\d+)/.exec(write)?.[1] ?? 0);
    if (offset !== 0) expectNext(`i32.const ${offset | 0}`, 'i32.add');
    expectNext('i32.const 10', 'i32.shr_u', 'i32.const 1', `i32.store8 offset=${map}`);
  };

  if (alarm?.functions.has(name) === true) {
    expectNext(`global.get ${alarm.global}`, 'then', `call ${alarm.ring}`, 'end of if');
  }
  while (at < code.length) {
    const one = code[at]!;
    const local = LOCAL.exec(one)?.[2];
    if (local !== undefined && isAdded(local)) takeWrite();
    else if (writes !== undefined && WRITE.test(one)) fail('a write without a mark');
    else {
      if (replaced.has(one)) fail('a call that was not replaced');
      stripped.push(one.startsWith('call ') ? `call ${calls?.get(one.slice(5)) ?? one.slice(5)}` : one);
      at++;
    }
  }
  return stripped;
}

const LOCAL = /^local\.(\w+) \$(\d+)$/;
/** All instructions that write to memory, whether this package knows them or not. */
const WRITE = /^(?:\w+\.store|\w+\.atomic\.(?!load)|memory\.(?:fill|copy|init))/;
