/** Something that is there now or comes later. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Goes on with a value: at once where it is there, else when it comes. `await` always waits a turn, and a command that
 * waits thirty times without need spends more on waiting than on being judged.
 */
export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
