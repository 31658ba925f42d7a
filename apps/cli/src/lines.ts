/**
 * The lines of a stream without their ends (`\n` or `\r\n`). `node:readline` would also split at U+2028, which may
 * occur inside a JSON string. A line with more than `longest` characters is cut to `longest + 1`, so that callers can
 * detect it and an endless line cannot fill the memory.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  longest = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // Parts of the current line; joined once, so that a long line takes linear time.
  let pieces: string[] = [];
  let left = longest + 1;
  const add = (piece: string): void => {
    if (piece === '' || left <= 0) return;
    pieces.push(piece.slice(0, left));
    left -= piece.length;
  };
  const take = (): string => {
    const line = withoutReturn(pieces.join(''));
    pieces = [];
    left = longest + 1;
    return line;
  };
  for await (const chunk of chunks) {
    const [first = '', ...rest] = decoder.decode(chunk, { stream: true }).split('\n');
    add(first);
    for (const piece of rest) {
      yield take();
      add(piece);
    }
  }
  add(decoder.decode());
  const last = take();
  if (last !== '') yield last;
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
