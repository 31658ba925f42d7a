/** The original client shows so many characters of a chat line and cuts off the rest; its own users can write no more. */
const WIDTH = 30;

/** Cuts a chat line between words, or within one that is too long, so that the original client shows all of it. */
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
