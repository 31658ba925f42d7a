const TEXT_FRAME = 0x81;

/** Bytes: at most three per UTF-16 unit, and ten for the header. */
const mostBytesOf = (text: string): number => 3 * text.length + 10;
/** UTF-16 units that always fit into a frame with a 16-bit length. */
const MOST_USUAL = 21_845;

const BUFFER_BYTES = 64 * 1024;
let sharedBuffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
let firstText: string | undefined;
let firstEnd = 0;

/**
 * Writes texts as consecutive unmasked, unfragmented server frames (RFC 6455, 5.2) into a shared buffer. One system
 * call per turn of the event loop, instead of one per text, saves the largest part of a move's cost. The result is
 * valid until the next call, unless `leavePage` is called.
 */
export function encodeFrames(texts: readonly string[]): Buffer {
  let size = 0;
  for (const text of texts) size += mostBytesOf(text);
  if (size > BUFFER_BYTES) return writeFrames(Buffer.allocUnsafeSlow(size), texts, 0, 0);
  // Two players usually get the same text in a row: it is encoded once.
  const first = texts[0]!;
  if (first !== firstText) {
    firstText = first;
    firstEnd = putFrame(sharedBuffer, 0, first);
  }
  return writeFrames(sharedBuffer, texts, 1, firstEnd);
}

/** Keeps the last result valid by replacing the shared buffer. */
export function replaceSharedBuffer(): void {
  sharedBuffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  firstText = undefined;
}

function writeFrames(buffer: Buffer, texts: readonly string[], from: number, start: number): Buffer {
  let end = start;
  for (let index = from; index < texts.length; index++) end = putFrame(buffer, end, texts[index]!);
  return buffer.subarray(0, end);
}

/** Writes one frame; returns the index after it. */
function putFrame(buffer: Buffer, start: number, text: string): number {
  // For short texts the size is computed first; for usual ones the header is written after the text.
  const isUsual = text.length >= 126 && text.length <= MOST_USUAL;
  const known = isUsual ? 126 : Buffer.byteLength(text);
  const at = start + headerSize(known);
  const size = buffer.write(text, at);
  buffer[start] = TEXT_FRAME;
  if (size < 126) {
    buffer[start + 1] = size;
  } else if (size < 65_536) {
    buffer[start + 1] = 126;
    buffer.writeUInt16BE(size, start + 2);
  } else {
    buffer[start + 1] = 127;
    buffer.writeBigUInt64BE(BigInt(size), start + 2);
  }
  return at + size;
}

const headerSize = (size: number): number => (size < 126 ? 2 : size < 65_536 ? 4 : 10);
