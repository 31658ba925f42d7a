import { type Messages, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

/** Parameters of each message by its key; null where it has none. */
type Parameters = { readonly [key: string]: object | null };
type Arguments<Values> = Values extends null ? [] : [values: Values];

/** Writes a message of the catalogue with these values. */
export type Translate<P extends Parameters> = <Key extends keyof P & string>(
  key: Key,
  ...values: Arguments<P[Key]>
) => string;

const LOCALE = 'en';

export function translator<P extends Parameters>(catalogue: { readonly [key in keyof P]: unknown }): Translate<P> {
  const i18n = setupI18n({ locale: LOCALE, messages: { [LOCALE]: catalogue as Messages } });
  // The build compiles the messages; unit tests read them as they are written. The bundler drops this line and the parser.
  if (import.meta.env.MODE === 'test') i18n.setMessagesCompiler(compileMessage);
  return (key, ...[values]) => i18n._(key, values as { readonly [name: string]: unknown } | undefined);
}
