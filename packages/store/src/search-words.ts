/** Lower-cases a text, so that searches ignore case. */
export const foldCase = (text: string): string => text.toLowerCase();

/** The words of a search text; a match must contain all of them. */
export const searchWords = (text = ''): readonly string[] =>
  foldCase(text)
    .split(/\s+/)
    .filter((word) => word !== '');
