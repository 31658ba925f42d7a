/** Ends a `switch` over a union: does not compile while a case is missing, and throws should one arrive all the same. */
export function assertNever(value: never): never {
  throw new Error(`no case for ${JSON.stringify(value)}`);
}
