/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Continues with a value: synchronously if it is there, otherwise when the promise resolves. `await` always yields
 * once, and thirty needless awaits per command cost more than judging it.
 */
export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
