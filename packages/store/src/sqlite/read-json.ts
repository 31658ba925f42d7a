import type { Json } from '@chessmith/service';

/** The parsed JSON, or undefined if the text is corrupt. For columns that can be recomputed or skipped; facts have checksums instead. */
export function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
