import variants from './en/variants.json';
import type { VariantMessages } from './message-types.js';
import { type Translate, translator } from './translator.js';

/** The messages of the pages about variants, which are loaded with them. */
export const t: Translate<VariantMessages> = translator<VariantMessages>(variants);
