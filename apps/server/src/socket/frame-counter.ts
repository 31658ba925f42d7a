const IS_MASKED = 0x80;
const LENGTH = 0x7f;
const MASK_BYTES = 4;
/** Header bytes after which the length is known (RFC 6455, 5.2), by the 7-bit length field. */
const LENGTH_ENDS: { readonly [length: number]: number } = { 126: 4, 127: 10 };

/** Counts the frames that start in each chunk: text, control, empty frames and fragments. */
export function createFrameCounter(): (chunk: Buffer) => number {
  /** Header bytes of the current frame so far; mask and payload bytes still to come. */
  let headerBytes = 0;
  let toSkip = 0;
  let length = 0;
  let lengthEnds = 0;
  let maskBytes = 0;

  return (chunk) => {
    let frames = 0;
    let at = 0;
    while (at < chunk.length) {
      if (toSkip > 0) {
        const skipped = Math.min(toSkip, chunk.length - at);
        toSkip -= skipped;
        at += skipped;
        continue;
      }
      const byte = chunk[at++]!;
      headerBytes += 1;
      if (headerBytes === 1) frames += 1;
      else if (headerBytes === 2) {
        const lengthField = byte & LENGTH;
        maskBytes = (byte & IS_MASKED) === 0 ? 0 : MASK_BYTES;
        lengthEnds = LENGTH_ENDS[lengthField] ?? 2;
        length = lengthEnds === 2 ? lengthField : 0;
      } else length = length * 256 + byte;
      if (headerBytes === lengthEnds) {
        headerBytes = 0;
        lengthEnds = 0;
        toSkip = maskBytes + length;
      }
    }
    return frames;
  };
}
