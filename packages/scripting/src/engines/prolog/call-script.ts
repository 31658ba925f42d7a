import { LIMITS } from '../../contract/limits.js';
import { type Seed, secretBytes } from '../chance.js';
import type { Account } from '../engine.js';
import { bytesOfString, CATCH, predicateOf } from './ask.js';
import { termBuilder } from './build-term.js';
import type { Api } from './instance.js';
import { readTerm } from './read-term.js';
import { scratchMemory } from './scratch-memory.js';

export type ScriptCall = { readonly name: string; readonly args: readonly unknown[]; readonly seed: Seed };

/**
 * Which predicate of the prelude makes the call: the usual one, one that keeps every stack frame, or one with a step
 * limit.
 */
export type CallPredicate = 'call_script' | 'explain_script' | 'watch_script';

/** The reply of the prelude in the form of `readReply`, and the answer if the C API could read it. */
export type Called = { readonly reply: Uint8Array; readonly answer?: string };

/**
 * Calls a predicate of the script. The C API builds the arguments and reads the answer, where no code of the script can
 * interfere. If an answer is not JSON, Prolog explains why, and that time is charged to the script. Undefined if memory
 * ran out.
 */
export function callScript(
  api: Api,
  predicate: CallPredicate,
  { name, args, seed }: ScriptCall,
  account: Account,
  mark: (at: number, length: number) => void,
): Called | 'deep' | undefined {
  const scratch = scratchMemory(api, mark);
  const frame = api.openFrame();
  const terms = api.newTerms(5);
  const [answer, reply] = [terms + 3, terms + 4];
  const build = termBuilder(api, scratch);
  for (const [i, value] of [name, args, stateOf(seed)].entries()) {
    const built = build(value, terms + i);
    if (built !== 'built') return built === 'deep' ? 'deep' : undefined;
  }
  const found = predicateOf(api, predicate, 5, mark);
  account.script();
  if (api.callPredicate(0, CATCH, found, terms) === 0) return undefined;
  const replied = bytesOfString(api, reply);
  if (replied === undefined || !SUCCEEDED.equals(replied)) return replied && { reply: replied };
  account.server();
  const read = readTerm(api, scratch, answer);
  if (read === 'odd') {
    account.script();
    const pair = api.newTerms(2);
    api.putTerm(pair, answer);
    if (api.callPredicate(0, CATCH, predicateOf(api, 'write_answer', 2, mark), pair) === 0) return undefined;
    const written = bytesOfString(api, pair + 1);
    return written && { reply: written };
  }
  api.discardFrame(frame);
  return read === 'large' ? { reply: TOO_LARGE } : { reply: replied, answer: read.json };
}

/** The state of SWI-Prolog's Mersenne Twister, which the prelude receives as rows of numbers. */
const [STATE_BYTES, ROW_BYTES, PART_BYTES] = [624 * 4, 156, 6];

/**
 * The seed for SWI-Prolog. From a short integer it would derive the rest of the state by a known formula, so this
 * provides all 624 words.
 */
function stateOf(seed: Seed): number | readonly (readonly number[])[] {
  if (typeof seed === 'number') return Math.trunc(seed);
  const bytes = secretBytes(seed, 'prolog', STATE_BYTES);
  // With a leading zero bit, the integer would be shorter than the state.
  bytes[0]! |= 0x80;
  return Array.from({ length: STATE_BYTES / ROW_BYTES }, (_, row) =>
    Array.from({ length: ROW_BYTES / PART_BYTES }, (_, part) =>
      bytes.readUIntBE(row * ROW_BYTES + part * PART_BYTES, PART_BYTES),
    ),
  );
}

/** The prelude's reply when no error occurred. */
const SUCCEEDED = Buffer.from('{"printed":""}\n');

const TOO_LARGE = Buffer.from(
  `${JSON.stringify({
    printed: '',
    error: {
      code: 'script/too-large',
      message: `The answer is longer than ${LIMITS.answerLength} characters of JSON.`,
      facts: { limit: LIMITS.answerLength },
    },
  })}\n`,
);
