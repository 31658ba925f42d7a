/** Pyodide exports this file without types. */
declare module 'pyodide/pyodide.asm.mjs' {
  const make: (settings: never) => Promise<object>;
  export default make;
}
