import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';

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
    // A field that is left empty stands for nothing, and not for zero.
    const empty = Object.entries(value as object).filter(([, said]) => said === '');
    const read = Object.assign(Value.Convert(schema, value) as object, Object.fromEntries(empty));
    return described.Check(read) ? { value: read } : { error: described.Errors(read) };
  };
};
