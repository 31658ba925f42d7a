import fastify from 'fastify';
import { serveContestant } from '../../games/contestants/bench-process.js';

/** Bare Fastify: returns as many bytes as the path says, and accepts any body. */
const app = fastify();
app.get('/:bytes', async (request) => answerOf(request.params as { bytes: string }));
app.post('/:bytes', async (request) => answerOf(request.params as { bytes: string }));
const answers = new Map<string, unknown>();

function answerOf({ bytes }: { readonly bytes: string }): unknown {
  const known = answers.get(bytes) ?? { echo: 'e'.repeat(Number(bytes) - '{"echo":""}'.length) };
  answers.set(bytes, known);
  return known;
}

serveContestant(await app.listen({ host: '127.0.0.1', port: 0 }), () => app.close());
