/** An answer that may be "no". A "no" is a value with a stable code; exceptions are kept for bugs. */
export type Result<T, E> = Ok<T> | Err<E>;

export type Ok<T> = { readonly ok: true; readonly value: T };
export type Err<E> = { readonly ok: false; readonly error: E };

/** A yes with its value. */
export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

/** A "no" with its reason. */
export function err<E>(error: E): Err<E> {
  return { ok: false, error };
}

/** The value, where a "no" would be our own mistake: throws with the error as cause. */
export function unwrap<T, E>(result: Result<T, E>): T {
  if (result.ok) return result.value;
  throw new Error(`unwrapped a refusal: ${JSON.stringify(result.error)}`, { cause: result.error });
}

/** Changes the value of a yes, and passes a "no" on. */
export function mapOk<T, U, E>(result: Result<T, E>, change: (value: T) => U): Result<U, E> {
  return result.ok ? ok(change(result.value)) : result;
}

/** Changes the reason of a "no", and passes a yes on. */
export function mapErr<T, E, F>(result: Result<T, E>, change: (error: E) => F): Result<T, F> {
  return result.ok ? result : err(change(result.error));
}
