/** Sucrase has types for what it promises; this file of its package reads a source into tokens, and every index counts UTF-16 code units. */
declare module 'sucrase/dist/parser/index.js' {
  type Token = { readonly start: number; readonly end: number };
  export function parse(
    code: string,
    jsx: boolean,
    types: boolean,
    flow: boolean,
  ): { readonly tokens: readonly Token[] };
}
