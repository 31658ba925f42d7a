/**
 * Writes what the server sends most often as JSON, with code compiled from the schemas. For servers only: a page with a
 * strict content policy cannot compile code.
 */
import type { Type } from 'typebox';
import { CommandReceipt } from '../api/responses.js';
import { type Serialiser, serialiserOf } from './compile.js';

export { type NewsSerialiser, newsSerialiser } from './news.js';

type Receipt = Type.Static<typeof CommandReceipt>;

export const serialiseReceipt: Serialiser<Readonly<Omit<Receipt, 'facts'>> & { readonly facts: readonly string[] }> =
  serialiserOf(CommandReceipt);
