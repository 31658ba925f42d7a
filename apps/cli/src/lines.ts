/**
 * The lines of a stream, without their ends (`\n` or `\r\n`). Not `node:readline`, which also ends a line at U+2028, and
 * that may stand inside a JSON string.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // Pieces of a line that is not complete yet; joined once, so that a long line costs no more than its length.
  let pieces: string[] = [];
  for await (const chunk of chunks) {
    const [first = '', ...rest] = decoder.decode(chunk, { stream: true }).split('\n');
    pieces.push(first);
    for (const piece of rest) {
      yield withoutReturn(pieces.join(''));
      pieces = [piece];
    }
  }
  pieces.push(decoder.decode());
  const last = withoutReturn(pieces.join(''));
  if (last !== '') yield last;
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
