import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import type { Seed } from '../chance.js';
import type { Account, Outcome } from '../engine.js';
import type { GuestCodeAlarm } from '../wasm/guest-code-alarm.js';
import { callGuest, failed, succeeded } from './call-guest.js';
import { NO_MEMORY } from './errors.js';
import type { MemoryImage } from './memory-image.js';
import { firstReplacedByNull } from './replaced-by-null.js';

/** A script in its context, as it was right after loading. */
export type Loaded = {
  readonly program: Uint8Array;
  readonly context: QuickJSContext;
  readonly entry: QuickJSHandle;
  /** `JSON.parse` and `JSON.stringify`, fetched before the script could replace them. */
  readonly json: { readonly parse: QuickJSHandle; readonly stringify: QuickJSHandle };
  readonly image: MemoryImage;
};

/** With `isStrict`, answers that JSON cannot represent are refused. */
export type FunctionCall = {
  readonly name: string;
  readonly args: string;
  readonly seed: Seed;
  readonly isStrict?: boolean;
};

/**
 * Calls a function of the script. QuickJS itself reads the arguments and writes the answer. As soon as that runs any
 * other function, such as a getter, the time is charged to the script.
 */
export function callFunction(
  { context, entry, json }: Loaded,
  { name, args, seed, isStrict = false }: FunctionCall,
  account: Account,
  alarm: GuestCodeAlarm,
): Outcome<string> {
  // The alarm also sees our own call of `JSON.parse` or `JSON.stringify`, which comes first.
  const withAlarm = alarm.withAlarm(account.script, 1);
  const call = (fn: QuickJSHandle, given: QuickJSHandle) => context.callFunction(fn, context.undefined, given);
  const text = context.newString(args);
  const parsed = withAlarm(() => call(json.parse, text)).value;
  account.script();
  if (parsed.error) {
    const reply = callGuest(context, entry, [context.newString('explain'), parsed.error]);
    return reply.ok ? failed(NO_MEMORY) : reply;
  }
  const order = [
    context.newString('call'),
    context.newString(name),
    parsed.value,
    typeof seed === 'number' ? context.newNumber(seed) : context.newString(seed),
  ];
  const reply = callGuest(context, entry, order);
  if (!reply.ok) return reply;
  const { missing, odd } = reply.value;
  if (missing === true) {
    return failed(
      {
        code: 'script/no-function',
        message: `The script has no function ${name}.`,
        facts: { function: name.slice(0, 200) },
        fatal: false,
      },
      reply.printed,
    );
  }
  if (odd !== undefined) return notJson(name, odd, reply.printed);
  const answer = context.unwrapResult(
    context.callFunction(entry, context.undefined, [
      context.newString('answer'),
      isStrict ? context.true : context.false,
    ]),
  );
  account.server();
  const written = withAlarm(() => call(json.stringify, answer));
  const { value } = written;
  if (value.error || context.typeof(value.value) !== 'string') {
    account.script();
    const why = callGuest(context, entry, [context.newString('unwritable'), value.error ?? context.undefined]);
    return why.ok ? notJson(name, why.value.odd ?? 'nothing', why.printed) : why;
  }
  // A getter or `toJSON` that ran meanwhile may have printed something.
  const last = written.rang ? callGuest(context, entry, [context.newString('printed')]) : reply;
  account.server();
  if (!last.ok) return last;
  const answered = context.getString(value.value);
  const lost = isStrict
    ? alarm.withAlarm(account.script)(() => firstReplacedByNull(context, answer, answered)).value
    : undefined;
  account.server();
  return lost === undefined
    ? succeeded(answered, last.printed)
    : notJson(name, `something that JSON cannot represent: ${lost}`, last.printed);
}

const notJson = (name: string, odd: string, printed: string): Outcome<never> =>
  failed(
    {
      code: 'script/not-json',
      message: `${name} returned ${odd}.`,
      facts: { function: name.slice(0, 200), detail: odd.slice(0, 500) },
      fatal: false,
    },
    printed,
  );
