/**
 * Normalises a comment. PGN may wrap a comment at any space, so a line break with its white space becomes one space;
 * leading and trailing white space is removed.
 */
export function tidyComment(text: string, from = 0, to = text.length): string {
  const tidy = trimComment(text, from, to);
  if (!tidy.includes('\n') && !tidy.includes('\r')) return tidy;
  const lines = tidy.includes('\r') ? tidy.replaceAll('\r', '\n') : tidy;
  let joined = '';
  for (let start = 0; start < lines.length; ) {
    const found = lines.indexOf('\n', start);
    const end = found === -1 ? lines.length : found;
    const line = trimComment(lines, start, end);
    if (line !== '') joined += joined === '' ? line : ` ${line}`;
    start = end + 1;
  }
  return joined;
}

/** Like `tidyComment`, for a comment without line breaks. */
export function trimComment(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (end > start && text.charCodeAt(end - 1) <= 32) end--;
  return text.slice(start, end);
}
