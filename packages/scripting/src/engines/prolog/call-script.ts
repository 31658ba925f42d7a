import { LIMITS } from '../../contract/limits.js';
import { type Seed, secretBytes } from '../chance.js';
import type { Account } from '../engine.js';
import { bytesOfString, CATCH, predicateOf } from './ask.js';
import { termBuilder } from './build-term.js';
import { openInside } from './inside.js';
import { readTerm } from './read-term.js';
import type { Api } from './seal.js';

export type ScriptCall = { readonly name: string; readonly args: readonly unknown[]; readonly seed: Seed };

/** How it is called: as usual, with every frame kept, or up to some number of steps. */
export type Way = 'call_script' | 'explain_script' | 'watch_script';

/** What the prelude replied, as `readReply` wants it, and the answer where it could be read from outside. */
export type Called = { readonly reply: Uint8Array; readonly answer?: string };

/**
 * Calls a predicate of the script. The arguments are built and the answer is read from outside, where no code of the
 * script has a say; an answer that is no JSON is left to Prolog to tell what is wrong with it, and that time is the
 * script's. Undefined where no memory was left.
 */
export function callScript(
  api: Api,
  predicate: Way,
  { name, args, seed }: ScriptCall,
  account: Account,
  mark: (at: number, length: number) => void,
): Called | 'deep' | undefined {
  const inside = openInside(api, mark);
  const frame = api.openFrame();
  const terms = api.newTerms(5);
  const [answer, reply] = [terms + 3, terms + 4];
  const build = termBuilder(api, inside);
  for (const [i, value] of [name, args, stateOf(seed)].entries()) {
    const built = build(value, terms + i);
    if (built !== 'built') return built === 'deep' ? 'deep' : undefined;
  }
  const found = predicateOf(api, predicate, 5, mark);
  account.script();
  if (api.callPredicate(0, CATCH, found, terms) === 0) return undefined;
  const told = bytesOfString(api, reply);
  if (told === undefined || !SUCCEEDED.equals(told)) return told && { reply: told };
  account.server();
  const read = readTerm(api, inside, answer);
  if (read === 'odd') {
    account.script();
    const pair = api.newTerms(2);
    api.putTerm(pair, answer);
    if (api.callPredicate(0, CATCH, predicateOf(api, 'write_answer', 2, mark), pair) === 0) return undefined;
    const written = bytesOfString(api, pair + 1);
    return written && { reply: written };
  }
  api.discardFrame(frame);
  return read === 'large' ? { reply: TOO_LARGE } : { reply: told, answer: read.json };
}

/** The words of SWI-Prolog's Mersenne Twister are as many bytes, which the prelude gets in rows of parts. */
const [STATE_BYTES, ROW_BYTES, PART_BYTES] = [624 * 4, 156, 6];

/**
 * What SWI-Prolog is seeded with. It copies a large integer into the words of its generator and makes up the missing ones
 * from the last one alone, so all of them are given.
 */
function stateOf(seed: Seed): number | readonly (readonly number[])[] {
  if (typeof seed === 'number') return Math.trunc(seed);
  const bytes = secretBytes(seed, 'prolog', STATE_BYTES);
  // Without its highest bit it would be a shorter integer.
  bytes[0]! |= 0x80;
  return Array.from({ length: STATE_BYTES / ROW_BYTES }, (_, row) =>
    Array.from({ length: ROW_BYTES / PART_BYTES }, (_, part) =>
      bytes.readUIntBE(row * ROW_BYTES + part * PART_BYTES, PART_BYTES),
    ),
  );
}

/** What the prelude says when nothing went wrong. */
const SUCCEEDED = Buffer.from('{"printed":""}\n');

const TOO_LARGE = Buffer.from(
  `${JSON.stringify({
    printed: '',
    fault: {
      code: 'script/too-large',
      message: `The answer is longer than ${LIMITS.answerLength} characters of JSON.`,
    },
  })}\n`,
);
