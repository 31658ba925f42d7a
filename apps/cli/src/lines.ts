/**
 * The lines of a stream, without their ends (`\n` or `\r\n`). Not `node:readline`, which also ends a line at U+2028, and
 * that may stand inside a JSON string. Of a line with more than `longest` characters only the first `longest + 1` are kept,
 * so that whoever reads can see that it is too long, and nobody can fill the memory with a line that never ends.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  longest = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // Pieces of a line that is not complete yet; joined once, so that a long line costs no more than its length.
  let pieces: string[] = [];
  let room = longest + 1;
  const add = (piece: string): void => {
    if (piece === '' || room <= 0) return;
    pieces.push(piece.slice(0, room));
    room -= piece.length;
  };
  const take = (): string => {
    const line = withoutReturn(pieces.join(''));
    pieces = [];
    room = longest + 1;
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
