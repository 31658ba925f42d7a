import { Denied } from '../emscripten/sealed-imports.js';
import { type Engine, type EngineKind, type Fault, NO_ACCOUNT, type Outcome } from '../engine.js';
import { NO_MEMORY, readReply } from '../reply.js';
import type { Entries } from './boot.js';
import { type PythonImage, preparePython } from './image.js';
import { type Interpreter, openInterpreter } from './interpreter.js';

/** Python: CPython in WebAssembly, without a way out. */
export const python: EngineKind<PythonImage> = {
  prepare: preparePython,
  open: async (image) => engineOf(openInterpreter(image), image.entries),
};

/** The engine that an interpreter makes, whatever it is fenced in by. */
export function engineOf(interpreter: Interpreter, entries: Entries): Engine {
  let dead: Fault | undefined;

  /** Asks Python and reads its reply. What was left behind inside is for the caller to clear away. */
  function ask<T>(work: () => Uint8Array | undefined, read: (body: Uint8Array) => T): Outcome<T> {
    if (dead !== undefined) return { ok: false, fault: dead, printed: '' };
    try {
      const reply = work();
      return reply === undefined ? { ok: false, fault: NO_MEMORY, printed: '' } : readReply(reply, read);
    } catch (error) {
      const fault = faultOf(error);
      if (fault.fatal) dead = fault;
      return { ok: false, fault, printed: '' };
    }
  }

  /** Loads a script, after a few moves to warm up if so asked: undefined if these broke the interpreter. */
  function loadInto(way: 'w' | '-', program: Uint8Array): Outcome<readonly string[]> | undefined {
    interpreter.startOver();
    const request = Buffer.concat([Buffer.from(way), program]);
    const outcome = ask(
      () => interpreter.run(entries.load, request),
      (body) => JSON.parse(text(body)) as readonly string[],
    );
    if (outcome.ok || way === '-' || !(outcome.fault.fatal || outcome.fault.traceback === undefined)) return outcome;
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
      if (dead !== undefined) return { ok: false, fault: dead, printed: '' };
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

/** What an exception that came out of the interpreter means. */
function faultOf(error: unknown): Fault {
  if (error instanceof Denied) {
    return {
      code: 'script/forbidden',
      message: `The script reached for what is outside: ${error.asked}.`,
      fatal: true,
    };
  }
  // The machine's own stack ended before Python's did. Memory is rolled back, so nothing remains of it.
  if (error instanceof RangeError && error.message.startsWith('Maximum call stack')) {
    return { code: 'script/out-of-stack', message: 'The script goes too deep.', fatal: false };
  }
  const why = error instanceof Error ? error.message : String(error);
  return { code: 'script/engine-died', message: `The interpreter broke down: ${why}`.slice(0, 500), fatal: true };
}
