/**
 * Sucrase has no types for this file of its package. It splits a source into tokens, whose indices count UTF-16 code
 * units.
 */
declare module 'sucrase/dist/parser/index.js' {
  type Token = { readonly start: number; readonly end: number };
  export function parse(
    code: string,
    jsx: boolean,
    types: boolean,
    flow: boolean,
  ): { readonly tokens: readonly Token[] };
}
