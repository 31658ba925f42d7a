declare const brand: unique symbol;

/**
 * A `T` that the compiler does not confuse with another `T`: `type Millis = Brand<number, 'Millis'>`.
 * The brand exists in types only; at run time a branded number is a number.
 */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
