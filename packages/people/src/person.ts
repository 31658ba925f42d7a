import type { Brand } from '@chessmith/std';

/** Who somebody is, for ever: a UUID. Facts name people by it and by nothing else. */
export type PersonId = Brand<string, 'PersonId'>;

/** The version is not asked for: ids come from the server, and later from other servers' exports. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether it is a UUID in lower case; whether anybody has it is for the store to say. */
export function isPersonId(text: string): text is PersonId {
  return UUID.test(text);
}
