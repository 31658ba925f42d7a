import type { Brand } from '@chessmith/std';

/** The permanent id of a person: a UUID. Facts contain no other data about people. */
export type PersonId = Brand<string, 'PersonId'>;

/** Any UUID version: ids come from this server or from the exports of other servers. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the text is a UUID in lower case; such a person need not exist. */
export function isPersonId(text: string): text is PersonId {
  return UUID.test(text);
}
