/** Ends a `switch` over a union: a missing case does not compile, and an unexpected value throws at run time. */
export function assertNever(value: never): never {
  throw new Error(`no case for ${JSON.stringify(value)}`);
}
