const TEXT_FRAME = 0x81;

/**
 * Texts as frames of a server (RFC 6455, 5.2), one behind the other, in a string of bytes (`latin1`): not masked, not
 * compressed, none in parts. What happens in one turn of the event loop then takes one system call, where a library that
 * knows only one text at a time takes one for each; that is the largest part of what a move costs. And a string goes to
 * the socket without a buffer of its own.
 */
export function framesOf(texts: readonly string[]): string {
  let frames = '';
  for (const text of texts) frames += frameOf(text);
  return frames;
}

let lastText = '';
let lastFrame = headerOf(0);

/** Two players are told the same, one after the other: it is put into a frame once. */
function frameOf(text: string): string {
  if (text !== lastText) {
    const size = Buffer.byteLength(text);
    // What is plain ASCII, as almost everything is, stands for its own bytes.
    lastFrame = headerOf(size) + (size === text.length ? text : Buffer.from(text).toString('latin1'));
    lastText = text;
  }
  return lastFrame;
}

function headerOf(size: number): string {
  if (size < 126) return String.fromCharCode(TEXT_FRAME, size);
  if (size < 65_536) return String.fromCharCode(TEXT_FRAME, 126, size >> 8, size & 255);
  const header = Buffer.alloc(10, TEXT_FRAME);
  header[1] = 127;
  header.writeBigUInt64BE(BigInt(size), 2);
  return header.toString('latin1');
}
