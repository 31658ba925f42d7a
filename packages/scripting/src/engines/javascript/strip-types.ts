import { transform } from 'sucrase';
import type { Fault } from '../engine.js';

/** JavaScript from TypeScript, every line where it was; or where the source cannot be read. */
export function stripTypes(source: string): { readonly code: string } | { readonly fault: Fault } {
  try {
    return {
      code: transform(source, { transforms: ['typescript'], disableESTransforms: true, keepUnusedImports: true }).code,
    };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

function faultOf(error: unknown): Fault {
  // The parser descends into the source; one that is nested too deep is no fault of ours.
  if (error instanceof RangeError)
    return { code: 'script/syntax', message: 'The source is nested too deep.', fatal: false };
  const { message, loc } = error as { message: string; loc?: { line: number; column: number } };
  const said = message.replace(/^Error transforming .*?: /, '').replace(/\s*\(\d+:\d+\)$/, '');
  const place = loc === undefined ? {} : { line: loc.line, column: loc.column };
  return {
    code: 'script/syntax',
    message: `The source cannot be read: ${said.slice(0, 400)}.`,
    ...place,
    fatal: false,
  };
}
