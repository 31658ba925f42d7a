import type { Platform } from './platform.js';

type Body = Pick<Awaited<ReturnType<Platform['fetch']>>, 'body'>;

/** The lines of a response as they arrive. An incomplete last line is omitted. */
export async function* linesOf({ body }: Body, { TextDecoder }: Platform): AsyncGenerator<string> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}
