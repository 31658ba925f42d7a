/** Something that is there now or comes later. */
export type Soon<T> = T | Promise<T>;

/**
 * Goes on with a value: at once where it is there, else when it comes. `await` always waits a turn, and a command that
 * waits thirty times without need spends more on waiting than on being judged.
 */
export function soon<T, U>(value: Soon<T>, next: (value: T) => Soon<U>): Soon<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
