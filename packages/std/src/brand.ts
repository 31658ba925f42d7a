declare const brand: unique symbol;

/**
 * A `T` that cannot be mistaken for another `T`: `type Millis = Brand<number, 'Millis'>`.
 * The mark exists only in types; at run time a branded number is a number.
 */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
