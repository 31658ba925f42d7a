const TEXT_FRAME = 0x81;

/** Bytes: at most three per UTF-16 unit, and ten for the header. */
const mostBytesOf = (text: string): number => 3 * text.length + 10;
/** UTF-16 units that always fit into a frame with a 16-bit length. */
const MOST_USUAL = 21_845;

const PAGE = 64 * 1024;
let page = Buffer.allocUnsafeSlow(PAGE);
let firstText: string | undefined;
let firstEnd = 0;

/**
 * Writes texts as consecutive unmasked, unfragmented server frames (RFC 6455, 5.2) into a shared buffer. One system
 * call per turn of the event loop, instead of one per text, saves the largest part of a move's cost. The result is
 * valid until the next call, unless `leavePage` is called.
 */
export function framesOf(texts: readonly string[]): Buffer {
  let size = 0;
  for (const text of texts) size += mostBytesOf(text);
  if (size > PAGE) return framesOn(Buffer.allocUnsafeSlow(size), texts, 0, 0);
  // Two players usually get the same text in a row: it is encoded once.
  const first = texts[0]!;
  if (first !== firstText) {
    firstText = first;
    firstEnd = putFrame(page, 0, first);
  }
  return framesOn(page, texts, 1, firstEnd);
}

/** Keeps the last result valid by replacing the shared buffer. */
export function leavePage(): void {
  page = Buffer.allocUnsafeSlow(PAGE);
  firstText = undefined;
}

function framesOn(paper: Buffer, texts: readonly string[], from: number, start: number): Buffer {
  let end = start;
  for (let index = from; index < texts.length; index++) end = putFrame(paper, end, texts[index]!);
  return paper.subarray(0, end);
}

/** Writes one frame; returns the index after it. */
function putFrame(paper: Buffer, start: number, text: string): number {
  // For short texts the size is computed first; for usual ones the header is written after the text.
  const isUsual = text.length >= 126 && text.length <= MOST_USUAL;
  const known = isUsual ? 126 : Buffer.byteLength(text);
  const at = start + headerSize(known);
  const size = paper.write(text, at);
  paper[start] = TEXT_FRAME;
  if (size < 126) {
    paper[start + 1] = size;
  } else if (size < 65_536) {
    paper[start + 1] = 126;
    paper.writeUInt16BE(size, start + 2);
  } else {
    paper[start + 1] = 127;
    paper.writeBigUInt64BE(BigInt(size), start + 2);
  }
  return at + size;
}

const headerSize = (size: number): number => (size < 126 ? 2 : size < 65_536 ? 4 : 10);
