import type { api } from '@chessmith/protocol';
import type { Result } from '@chessmith/std';

/** A refusal of the server, or one of the client's own codes below. */
export type Problem = api.ResponseOf<'Problem'>;
export type ClientResult<T> = Promise<Result<T, Problem>>;

/** Codes of the client itself. */
export const CLIENT_CODES = ['client/unreachable', 'client/not-understood', 'client/closed'] as const;
export type ClientCode = (typeof CLIENT_CODES)[number];

export const clientProblem = (code: ClientCode, message: string): Problem => ({ code, message });

/** Reads a refusal from a response. Unknown fields are ignored, since responses may grow. */
export function readProblem(value: unknown): Problem {
  const { code, message, step, facts } = (value ?? {}) as { readonly [name: string]: unknown };
  if (typeof code !== 'string')
    return clientProblem(
      'client/not-understood',
      'The server sent an unexpected response. Check its address and version.',
    );
  return {
    code,
    message: typeof message === 'string' ? message : code,
    ...(typeof step === 'string' ? { step } : {}),
    ...(typeof facts === 'object' && facts !== null ? { facts: facts as { [name: string]: unknown } } : {}),
  };
}
