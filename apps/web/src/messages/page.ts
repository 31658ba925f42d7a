import page from './en/page.json';
import type { PageMessages } from './message-types.js';
import { type Translate, translator } from './translator.js';

/** The messages of the start page and of games. */
export const t: Translate<PageMessages> = translator<PageMessages>(page);
