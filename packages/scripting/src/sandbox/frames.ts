import type { Duplex } from 'node:stream';

const HEAD = 4;
/** No honest message is longer; a longer one closes the stream. */
const LONGEST = 48 * 1_048_576;

export type Frames<Out> = { send(message: Out): void };

/**
 * Sends JSON messages over a stream, each preceded by its length. `broken` is called once, when no more messages can
 * come.
 */
export function openFrames<Out>(
  stream: Duplex,
  { received, broken }: { received(message: unknown): void; broken(): void },
): Frames<Out> {
  let parts: Buffer[] = [];
  let held = 0;
  let isBroken = false;
  const giveUp = (): void => {
    if (isBroken) return;
    isBroken = true;
    stream.destroy();
    broken();
  };

  function take(): void {
    while (held >= HEAD && !isBroken) {
      const first = joined();
      const length = first.readUInt32LE(0);
      if (length > LONGEST) giveUp();
      if (length > LONGEST || held < HEAD + length) return;
      const text = first.toString('utf8', HEAD, HEAD + length);
      parts = [first.subarray(HEAD + length)];
      held -= HEAD + length;
      const message = parsed(text);
      if (message === undefined) {
        giveUp();
        return;
      }
      received(message);
    }
  }

  /** Joins the chunks only when a whole message may be there, because long messages arrive in many chunks. */
  function joined(): Buffer {
    if (parts.length > 1 && (parts[0]!.length < HEAD || held >= HEAD + parts[0]!.readUInt32LE(0))) {
      parts = [Buffer.concat(parts)];
    }
    return parts[0]!;
  }

  stream.on('data', (part: Buffer) => {
    parts.push(part);
    held += part.length;
    take();
  });
  stream.on('error', giveUp);
  stream.on('close', giveUp);
  return {
    send(message) {
      if (isBroken) return;
      const text = Buffer.from(JSON.stringify(message));
      const head = Buffer.alloc(HEAD);
      head.writeUInt32LE(text.length);
      stream.write(head);
      stream.write(text);
    },
  };
}

/** Undefined if the text is not JSON; JSON itself cannot express undefined. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
