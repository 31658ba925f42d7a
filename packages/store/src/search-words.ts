/** What a search compares: two texts that differ in capitals only are the same. */
export const folded = (text: string): string => text.toLowerCase();

/** The words of a search, each of which has to be found. */
export const searchWords = (text = ''): readonly string[] =>
  folded(text)
    .split(/\s+/)
    .filter((word) => word !== '');
