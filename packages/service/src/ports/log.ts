/** Where the service tells what went wrong without anybody having asked. Never with secrets. */
export interface Log {
  warn(what: string, about: { readonly [name: string]: unknown }): void;
  error(what: string, about: { readonly [name: string]: unknown }): void;
}
