import { Denied } from '../emscripten/restricted-imports.js';
import { type Engine, type EngineError, type EngineKind, NO_ACCOUNT, type Outcome } from '../engine.js';
import { NO_MEMORY, readReply } from '../reply.js';
import type { Entries } from './boot.js';
import { type PythonImage, preparePython } from './image.js';
import { type Interpreter, startInterpreter } from './interpreter.js';

/** Python: CPython in WebAssembly, isolated from the host. */
export const python: EngineKind<PythonImage> = {
  prepare: preparePython,
  open: async (image) => engineOf(startInterpreter(image), image.entries),
};

/** An engine on an interpreter, isolated or not. */
export function engineOf(interpreter: Interpreter, entries: Entries): Engine {
  let dead: EngineError | undefined;

  /** Calls Python and reads its reply; the caller must restore memory afterwards. */
  function ask<T>(work: () => Uint8Array | undefined, read: (body: Uint8Array) => T): Outcome<T> {
    if (dead !== undefined) return { ok: false, error: dead, printed: '' };
    try {
      const reply = work();
      return reply === undefined ? { ok: false, error: NO_MEMORY, printed: '' } : readReply(reply, read);
    } catch (thrown) {
      const error = errorOf(thrown);
      if (error.fatal) dead = error;
      return { ok: false, error, printed: '' };
    }
  }

  /** Loads a script, with `w` after a few moves to warm up; undefined if the warm-up broke the interpreter. */
  function loadInto(way: 'w' | '-', program: Uint8Array): Outcome<readonly string[]> | undefined {
    interpreter.startOver();
    const request = Buffer.concat([Buffer.from(way), program]);
    const outcome = ask(
      () => interpreter.run(entries.load, request),
      (body) => JSON.parse(text(body)) as readonly string[],
    );
    if (outcome.ok || way === '-' || !(outcome.error.fatal || outcome.error.traceback === undefined)) return outcome;
    dead = undefined;
    return undefined;
  }

  return {
    compile(source) {
      interpreter.startOver();
      const outcome = ask(
        () => interpreter.run(entries.compile, Buffer.from(source)),
        (body) => body,
      );
      interpreter.startOver();
      return outcome;
    },
    load(program, isCold = false) {
      if (dead !== undefined) return { ok: false, error: dead, printed: '' };
      const outcome = (isCold ? undefined : loadInto('w', program)) ?? loadInto('-', program)!;
      if (outcome.ok) interpreter.remember();
      else interpreter.startOver();
      return outcome;
    },
    call(name, args, seed, account = NO_ACCOUNT) {
      const outcome = ask(() => interpreter.call({ name, args, seed }, account), text);
      account.server();
      interpreter.rollBack();
      return outcome;
    },
    locate(name, args, seed) {
      const outcome = ask(() => interpreter.call({ name, args, seed, isWatched: true }, NO_ACCOUNT), text);
      interpreter.rollBack();
      return outcome;
    },
  };
}

const text = (body: Uint8Array): string => Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');

/** The error for an exception of the interpreter. */
function errorOf(thrown: unknown): EngineError {
  if (thrown instanceof Denied) {
    return {
      code: 'script/forbidden',
      message: `The script tried to use something outside the sandbox: ${thrown.importName}.`,
      facts: { detail: thrown.importName },
      fatal: true,
    };
  }
  // The thread's stack overflowed before Python's own limit. Memory is rolled back, so the interpreter stays usable.
  if (thrown instanceof RangeError && thrown.message.startsWith('Maximum call stack')) {
    return { code: 'script/out-of-stack', message: 'The script recurses too deeply.', fatal: false };
  }
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  const message = `The interpreter crashed: ${why}`.slice(0, 500);
  return { code: 'script/engine-died', message, facts: { detail: why.slice(0, 500) }, fatal: true };
}
