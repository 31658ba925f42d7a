import { transform } from 'sucrase';
import type { Fault } from '../engine.js';

/** JavaScript from TypeScript, every line where it was; or where the source cannot be read. */
export function stripTypes(source: string): { readonly code: string } | { readonly fault: Fault } {
  try {
    return {
      code: transform(source, { transforms: ['typescript'], disableESTransforms: true, keepUnusedImports: true }).code,
    };
  } catch (error) {
    return { fault: faultOf(error, source) };
  }
}

function faultOf(error: unknown, source: string): Fault {
  // The parser descends into the source; one that is nested too deep is no fault of ours.
  if (error instanceof RangeError)
    return { code: 'script/syntax', message: 'The source is nested too deep.', fatal: false };
  const { message, loc, pos } = error as { message: string; pos?: number; loc?: { line: number; column: number } };
  const said = message.replace(/^Error transforming .*?: /, '').replace(/\s*\(\d+:\d+\)$/, '');
  const isEnd = pos !== undefined && pos >= source.trimEnd().length;
  const why = isEnd ? 'it ends too early; a bracket, brace or quote is not closed' : said.slice(0, 400);
  const place = loc === undefined ? {} : { line: loc.line, column: loc.column };
  return {
    code: 'script/syntax',
    message: `The source cannot be read: ${why}.`,
    ...place,
    fatal: false,
  };
}
