import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';

/** The texts that stand for a number. An empty one does not stand for zero, nor `1.5` or `true` for one. */
const WHOLE = /^-?\d+$/;

/**
 * Checks what comes with a request. Addresses and headers are all text: what is not as described is read as the number or
 * boolean that it may stand for, and checked again. No schema takes both a text and what it stands for, so what is
 * as described needs no reading.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const described = Compile(schema);
  return (value: unknown) => {
    if (described.Check(value)) return true;
    if (httpPart === 'body') return { error: described.Errors(value) };
    // Reading may change what is read.
    const texts = Object.entries(value as object);
    const read = Value.Convert(schema, value) as { [field: string]: unknown };
    for (const [field, said] of texts) {
      if (said === '' || (typeof read[field] === 'number' && !WHOLE.test(said))) read[field] = said;
    }
    return described.Check(read) ? { value: read } : { error: described.Errors(read) };
  };
};
