import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const CATALOGUE = /\/src\/messages\/\w+\/\w+\.json$/;

/** Parses the ICU messages of the catalogue when the page is built, so that no parser is sent to the browser. */
export const compileMessages: Plugin = {
  name: 'compile-messages',
  enforce: 'pre',
  transform(code, id) {
    if (!CATALOGUE.test(id)) return undefined;
    const messages = Object.entries<string>(JSON.parse(code));
    return JSON.stringify(Object.fromEntries(messages.map(([key, text]) => [key, compileMessageOrThrow(text)])));
  },
};
