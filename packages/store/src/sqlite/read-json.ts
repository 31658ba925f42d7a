import type { Json } from '@chessmith/service';

/** What a text says; undefined where it is no JSON any more. For what others can do without: facts have checksums. */
export function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
