const IS_MASKED = 0x80;
const LENGTH = 0x7f;
const MASK_BYTES = 4;
/** After how many bytes of a header the length is known (RFC 6455, 5.2), by what its second byte says. */
const LENGTH_ENDS: { readonly [length: number]: number } = { 126: 4, 127: 10 };

/** Counts the frames that begin in each chunk of a WebSocket's stream: text, control frames, empty ones and fragments alike. */
export function openFrameCounter(): (chunk: Buffer) => number {
  /** Bytes of the current frame's header so far, and of its mask and payload still to come. */
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
        const said = byte & LENGTH;
        maskBytes = (byte & IS_MASKED) === 0 ? 0 : MASK_BYTES;
        lengthEnds = LENGTH_ENDS[said] ?? 2;
        length = lengthEnds === 2 ? said : 0;
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
