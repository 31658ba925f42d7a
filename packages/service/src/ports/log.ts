/** Where the service logs problems that no caller learns of. Never log secrets. */
export interface Log {
  warn(what: string, about: { readonly [name: string]: unknown }): void;
  error(what: string, about: { readonly [name: string]: unknown }): void;
}
