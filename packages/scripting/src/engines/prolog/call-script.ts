import { LIMITS } from '../../contract/limits.js';
import type { Account } from '../engine.js';
import { bytesOfString, CATCH, predicateOf } from './ask.js';
import { termBuilder } from './build-term.js';
import { openInside } from './inside.js';
import { readTerm } from './read-term.js';
import type { Api } from './seal.js';

export type ScriptCall = { readonly name: string; readonly args: readonly unknown[]; readonly seed: number };

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
  for (const [i, value] of [name, args, Math.trunc(seed)].entries()) {
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
