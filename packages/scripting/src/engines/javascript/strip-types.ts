import { transform } from 'sucrase';
import type { EngineError } from '../engine.js';

/** Turns TypeScript into JavaScript with every line where it was; or gives the syntax error. */
export function stripTypes(source: string): { readonly code: string } | { readonly error: EngineError } {
  try {
    return {
      code: transform(source, { transforms: ['typescript'], disableESTransforms: true, keepUnusedImports: true }).code,
    };
  } catch (thrown) {
    return { error: errorOf(thrown, source) };
  }
}

function errorOf(thrown: unknown, source: string): EngineError {
  // The parser recurses; a source that is nested too deep is the author's error, not a bug here.
  if (thrown instanceof RangeError)
    return { code: 'script/syntax', message: 'The source is nested too deeply.', fatal: false };
  const { message, loc, pos } = thrown as { message: string; pos?: number; loc?: { line: number; column: number } };
  const said = message.replace(/^Error transforming .*?: /, '').replace(/\s*\(\d+:\d+\)$/, '');
  const isEnd = pos !== undefined && pos >= source.trimEnd().length;
  const why = isEnd ? 'it ends too early; a bracket, brace or quote is not closed' : said.slice(0, 400);
  const place = loc === undefined ? {} : { line: loc.line, column: loc.column };
  return {
    code: 'script/syntax',
    message: `The source cannot be read: ${why}.`,
    facts: { detail: why },
    ...place,
    fatal: false,
  };
}
