import { chessGameService, statusOf } from '@chessmith/protocol';
import { json } from '@chessmith/std';
import type { FastifyError, FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { drainBody, refusalOf } from '../http/errors.js';
import { DuplicateKey } from '../http/read-json.js';

const ContractErrorBody = Type.Object(
  { type: Type.String(), message: Type.String() },
  { description: 'An error of the Chess Game Service API.' },
);

/** The response schemas of refusals; all have the same shape. */
export const contractErrorSchemas = (...statuses: readonly number[]) =>
  Object.fromEntries([...statuses, 500].map((status) => [status, ContractErrorBody]));

/** Sends Fastify's own errors in the contract's shape, and parses every body as JSON, whatever its content type. */
export function answerContractErrors(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isAnonymous: true };
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refusalOf(error);
    const status = statusOf(refusal.code);
    drainBody(reply);
    if (status >= 500) request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
    const { message } = refusal;
    const type = status < 500 ? 'MalformedInputException' : chessGameService.contractErrorOf(refusal, '').type;
    return reply.code(Math.min(status, 500)).send({ type, message });
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    const read = json.readJsonText(json.unknown(), String(text));
    if (read.ok && json.hasDuplicateKey(String(text), read.value)) done(new DuplicateKey());
    // The route reports missing fields, as the original does.
    else done(null, read.ok ? read.value : undefined);
  });
}
