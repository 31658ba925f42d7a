/** Characters of a chat line that the original client shows; it cuts off the rest. */
const WIDTH = 30;

/** Splits a chat line between words, or within a word that is too long. */
export function wrapChat(text: string): readonly string[] {
  const lines: string[] = [];
  let rest = [...text];
  while (rest.length > WIDTH) {
    const space = rest.lastIndexOf(' ', WIDTH);
    const end = space > 0 ? space : WIDTH;
    lines.push(rest.slice(0, end).join(''));
    rest = rest.slice(space > 0 ? end + 1 : end);
  }
  return [...lines, rest.join('')];
}
