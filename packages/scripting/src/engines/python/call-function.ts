import { LIMITS } from '../../contract/limits.js';
import { type Seed, secretBytes } from '../chance.js';
import type { Account } from '../engine.js';
import type { WithAlarm } from '../wasm/guest-code-alarm.js';
import type { Entries } from './boot.js';
import { bytesOf, type CApi, callPython, newBytes, type Wrote } from './c-api.js';

/** With `isWatched` the call is stopped after some lines of the script. */
export type FunctionCall = {
  readonly name: string;
  readonly args: string;
  readonly seed: Seed;
  readonly isWatched?: boolean;
};

/** Receives what happens during a call. */
export type CallHooks = { readonly account: Account; readonly withAlarm: WithAlarm; readonly wrote: Wrote };

/**
 * Calls a function of the script, and replies as the prelude does. C code alone turns the arguments from JSON into
 * objects and the answer into JSON. From the moment that runs any Python, the time is charged to the script. Undefined
 * if memory ran out.
 */
export function callFunction(
  api: CApi,
  entries: Entries,
  { name, args, seed, isWatched = false }: FunctionCall,
  { account, withAlarm, wrote }: CallHooks,
): Uint8Array | undefined {
  const number = typeof seed === 'number' ? seed : BigInt(`0x${secretBytes(seed, 'python', 32).toString('hex')}`);
  const head = newBytes(api, Buffer.from(`${number}${isWatched ? ' watched' : ''} ${name}`), wrote);
  const text = newText(api, args, wrote);
  if (head === 0 || text === 0) return undefined;
  const parsed = withAlarm(() => fromC(api, entries.parse, text)).value;
  account.script();
  if (parsed === 0) return explained(api, entries.failed);
  const request = pair(api, head, api.PyTuple_GetItem(parsed, 0));
  if (request === 0) return undefined;
  const reply = api.PyObject_CallOneArg(entries.call, request);
  if (reply === 0) return undefined;
  const result = api.PyTuple_Size(reply) === 2 ? api.PyTuple_GetItem(reply, 1) : 0;
  const replyHead = api.PyTuple_GetItem(reply, 0);
  if (result === 0) return bytesOf(api, replyHead);
  account.server();
  const written = withAlarm(() => fromC(api, entries.write, result));
  const answer = written.value === 0 ? 0 : api.PyTuple_GetItem(written.value, 0);
  if (answer === 0) {
    account.script();
    return explained(api, entries.unwritable);
  }
  // Code that ran meanwhile may have printed something.
  const last = written.rang ? callPython(api, entries.printed, new Uint8Array(0), wrote) : bytesOf(api, replyHead);
  account.server();
  const length = api.PyUnicode_GetLength(answer);
  if (last === undefined || length > LIMITS.answerLength) return last && tooLarge(last, length);
  const at = api.PyUnicode_AsUTF8(answer);
  return Buffer.concat([last, new Uint8Array(api.memory.buffer, at, length)]);
}

/** Calls a function implemented in C; 0 if it raised an exception. */
function fromC(api: CApi, entry: number, object: number): number {
  const given = pair(api, object, api.PyLong_FromLong(0));
  return given === 0 ? 0 : api.PyObject_CallObject(entry, given);
}

function pair(api: CApi, first: number, second: number): number {
  const both = api.PyTuple_New(2);
  if (both === 0) return 0;
  api.PyTuple_SetItem(both, 0, first);
  api.PyTuple_SetItem(both, 1, second);
  return both;
}

function newText(api: CApi, text: string, wrote: Wrote): number {
  const bytes = newBytes(api, Buffer.from(text), wrote);
  return bytes === 0 ? 0 : api.PyUnicode_FromStringAndSize(api.PyBytes_AsString(bytes), api.PyBytes_Size(bytes));
}

/** The prelude's description of the raised exception. */
function explained(api: CApi, entry: number): Uint8Array | undefined {
  const error = api.PyErr_GetRaisedException();
  if (error === 0) return undefined;
  const reply = api.PyObject_CallOneArg(entry, error);
  return reply === 0 ? undefined : bytesOf(api, reply);
}

function tooLarge(head: Uint8Array, length: number): Uint8Array {
  const message = `The answer is ${length} characters of JSON; ${LIMITS.answerLength} are allowed.`;
  const error = JSON.stringify({ code: 'script/too-large', message, facts: { length, limit: LIMITS.answerLength } });
  // The printed text stays; the error goes before the closing brace and the end of the line.
  return Buffer.concat([head.subarray(0, head.length - 2), Buffer.from(`,"error":${error}}\n`)]);
}
