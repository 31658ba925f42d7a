import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import type { Seed } from '../chance.js';
import type { Account, Outcome } from '../engine.js';
import type { GuestCodeAlarm } from '../wasm/guest-code-alarm.js';
import { callGuest, failed, succeeded } from './call-guest.js';
import { NO_MEMORY } from './faults.js';
import { firstLost } from './lost.js';
import type { MemoryImage } from './memory-image.js';

/** A script in its context, as it was after it was loaded. */
export type Loaded = {
  readonly program: Uint8Array;
  readonly context: QuickJSContext;
  readonly door: QuickJSHandle;
  /** What reads arguments and writes answers, as it was before the script. */
  readonly json: { readonly parse: QuickJSHandle; readonly stringify: QuickJSHandle };
  readonly image: MemoryImage;
};

/** With `isStrict`, an answer is refused of which JSON would forget something. */
export type FunctionCall = {
  readonly name: string;
  readonly args: string;
  readonly seed: Seed;
  readonly isStrict?: boolean;
};

/**
 * Calls a function of the script. QuickJS itself reads the arguments and writes the answer; as soon as that runs any
 * other function, such as a getter, the time is the script's.
 */
export function callFunction(
  { context, door, json }: Loaded,
  { name, args, seed, isStrict = false }: FunctionCall,
  account: Account,
  bell: GuestCodeAlarm,
): Outcome<string> {
  // Of the calls that QuickJS hears of, the first is ours.
  const quietly = bell.quietly(account.script, 1);
  const call = (fn: QuickJSHandle, given: QuickJSHandle) => context.callFunction(fn, context.undefined, given);
  const text = context.newString(args);
  const parsed = quietly(() => call(json.parse, text)).value;
  account.script();
  if (parsed.error) {
    const told = callGuest(context, door, [context.newString('explain'), parsed.error]);
    return told.ok ? failed(NO_MEMORY) : told;
  }
  const order = [
    context.newString('call'),
    context.newString(name),
    parsed.value,
    typeof seed === 'number' ? context.newNumber(seed) : context.newString(seed),
  ];
  const told = callGuest(context, door, order);
  if (!told.ok) return told;
  const { missing, odd } = told.value;
  if (missing === true) {
    return failed(
      { code: 'script/no-function', message: `The script has no function ${name}.`, fatal: false },
      told.printed,
    );
  }
  if (odd !== undefined) return notJson(name, odd, told.printed);
  const answer = context.unwrapResult(
    context.callFunction(door, context.undefined, [
      context.newString('answer'),
      isStrict ? context.true : context.false,
    ]),
  );
  account.server();
  const written = quietly(() => call(json.stringify, answer));
  const { value } = written;
  if (value.error || context.typeof(value.value) !== 'string') {
    account.script();
    const why = callGuest(context, door, [context.newString('unwritable'), value.error ?? context.undefined]);
    return why.ok ? notJson(name, why.value.odd ?? 'nothing', why.printed) : why;
  }
  // What ran meanwhile may have printed something more.
  const last = written.rang ? callGuest(context, door, [context.newString('printed')]) : told;
  account.server();
  if (!last.ok) return last;
  const answered = context.getString(value.value);
  const lost = isStrict ? bell.quietly(account.script)(() => firstLost(context, answer, answered)).value : undefined;
  account.server();
  return lost === undefined
    ? succeeded(answered, last.printed)
    : notJson(name, `something that JSON cannot say: ${lost}`, last.printed);
}

const notJson = (name: string, odd: string, printed: string): Outcome<never> =>
  failed({ code: 'script/not-json', message: `${name} answered with ${odd}.`, fatal: false }, printed);
