import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';

/** Text of an integer. Neither an empty string nor `1.5` nor `true` counts. */
const WHOLE = /^-?\d+$/;

/**
 * Validates requests. URL parameters and headers are text: if validation fails, values are converted to the number or
 * boolean that they represent and validated again. No schema accepts both a string and its converted value.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const described = Compile(schema);
  return (value: unknown) => {
    if (described.Check(value)) return true;
    if (httpPart === 'body') return { error: described.Errors(value) };
    // Conversion changes the value.
    const texts = Object.entries(value as object);
    const read = Value.Convert(schema, value) as { [field: string]: unknown };
    for (const [field, text] of texts) {
      if (text === '' || (typeof read[field] === 'number' && !WHOLE.test(text))) read[field] = text;
    }
    return described.Check(read) ? { value: read } : { error: described.Errors(read) };
  };
};
