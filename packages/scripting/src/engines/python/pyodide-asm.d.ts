/** Pyodide has types for what it promises; this file of its package it only exports. */
declare module 'pyodide/pyodide.asm.mjs' {
  const make: (settings: never) => Promise<object>;
  export default make;
}
