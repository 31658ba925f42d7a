const TEXT_FRAME = 0x81;

/** Units of UTF-16 take three bytes at most, and a header ten. */
const roomFor = (text: string): number => 3 * text.length + 10;
/** So many units take no more bytes than the usual header can tell. */
const MOST_USUAL = 21_845;

const PAGE = 64 * 1024;
let page = Buffer.allocUnsafeSlow(PAGE);
let firstText: string | undefined;
let firstEnd = 0;

/**
 * One text or more as frames of a server (RFC 6455, 5.2), one behind the other: not masked, not compressed, none in parts. What
 * happens in one turn of the event loop then takes one system call, where a library that knows only one text at a time
 * takes one for each; that is the largest part of what a move costs. All are written on the same page: what is returned
 * lasts until the next call, unless `leavePage` is called.
 */
export function framesOf(texts: readonly string[]): Buffer {
  let room = 0;
  for (const text of texts) room += roomFor(text);
  if (room > PAGE) return framesOn(Buffer.allocUnsafeSlow(room), texts, 0, 0);
  // Two players are told the same, one after the other: it is put into a frame once.
  const first = texts[0]!;
  if (first !== firstText) {
    firstText = first;
    firstEnd = putFrame(page, 0, first);
  }
  return framesOn(page, texts, 1, firstEnd);
}

/** Leaves the frames that were returned last to whoever has yet to read them. */
export function leavePage(): void {
  page = Buffer.allocUnsafeSlow(PAGE);
  firstText = undefined;
}

function framesOn(paper: Buffer, texts: readonly string[], from: number, start: number): Buffer {
  let end = start;
  for (let index = from; index < texts.length; index++) end = putFrame(paper, end, texts[index]!);
  return paper.subarray(0, end);
}

/** Writes one frame; where it ends. */
function putFrame(paper: Buffer, start: number, text: string): number {
  // Short ones are counted first; for the usual ones the header is written when their size has turned out.
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
