import { expect, test } from 'vitest';
import { type CheckProgress, openLobby } from './lobby.js';

const LINES = 'application/x-ndjson';

/** Hands rules in to a server that answers with these pieces of text, and notes what was told meanwhile. */
async function handIn(type: string, status: number, ...pieces: readonly Uint8Array[]) {
  const asked: string[] = [];
  const body = new ReadableStream({
    start(stream) {
      for (const piece of pieces) stream.enqueue(piece);
      stream.close();
    },
  });
  const lobby = openLobby({
    url: '',
    platform: {
      async fetch(_url, { headers }) {
        asked.push(headers.accept!);
        return new Response(body, { status, headers: { 'content-type': type } }) as never;
      },
    },
  });
  const told: CheckProgress[] = [];
  const answer = await lobby.uploadRuleset({ source: '' }, (progress) => told.push(progress));
  return { answer, told, asked };
}

const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);
const READING = { step: 'reading', done: 0, of: 1 };
const PLAYING = { step: 'self-play', done: 3, of: 20, moves: 40 };
const MADE = { ruleset: { name: 'Žluťoučký' }, report: {} };

test('progress is told as it comes, and the last line is the answer, wherever the pieces break', async () => {
  const all = Buffer.concat([line(READING), line(PLAYING), line(MADE)]);
  for (let at = 0; at <= all.length; at++) {
    const { answer, told, asked } = await handIn(LINES, 200, all.subarray(0, at), all.subarray(at));
    expect([answer, told]).toEqual([{ ok: true, value: MADE }, [READING, PLAYING]]);
    expect(asked).toEqual([expect.stringContaining(LINES)]);
  }
});

test('a "no" may be the last line, or come with a status of its own before any', async () => {
  const no = { code: 'script/syntax', message: 'Line 1.', facts: { line: 1 } };
  expect(await handIn(LINES, 200, line(READING), line(no))).toMatchObject({ answer: { ok: false, error: no } });
  expect(await handIn('application/json', 422, line(no))).toMatchObject({ answer: { ok: false, error: no }, told: [] });
});

test('a server that knows nothing of lines is understood', async () => {
  expect(await handIn('application/json; charset=utf-8', 201, line(MADE))).toMatchObject({
    answer: { ok: true, value: MADE },
  });
});

test('an answer that breaks off is none', async () => {
  const cut = line(MADE).subarray(0, 20);
  expect(await handIn(LINES, 200, line(READING), cut)).toMatchObject({
    answer: { ok: false, error: { code: 'client/unreachable' } },
    told: [READING],
  });
});
