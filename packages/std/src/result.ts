/** Success or an expected failure. Failures are values with a stable code; exceptions are for bugs. */
export type Result<T, E> = Ok<T> | Err<E>;

export type Ok<T> = { readonly ok: true; readonly value: T };
export type Err<E> = { readonly ok: false; readonly error: E };

/** A success. */
export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

/** A failure. */
export function err<E>(error: E): Err<E> {
  return { ok: false, error };
}

/** The value; throws with the error as cause. Use it where a failure would be a bug. */
export function unwrap<T, E>(result: Result<T, E>): T {
  if (result.ok) return result.value;
  throw new Error(`unwrapped a refusal: ${JSON.stringify(result.error)}`, { cause: result.error });
}

/** Converts the value of a success and passes a failure on. */
export function mapOk<T, U, E>(result: Result<T, E>, change: (value: T) => U): Result<U, E> {
  return result.ok ? ok(change(result.value)) : result;
}

/** Converts the error of a failure and passes a success on. */
export function mapErr<T, E, F>(result: Result<T, E>, change: (error: E) => F): Result<T, F> {
  return result.ok ? result : err(change(result.error));
}
