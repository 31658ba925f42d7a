import { expect, test } from 'vitest';
import { type CheckProgress, createLobby } from './lobby.js';

const LINES = 'application/x-ndjson';

/** Uploads rules to a server that responds with these chunks; records the progress. */
async function upload(type: string, status: number, ...pieces: readonly Uint8Array[]) {
  const request: string[] = [];
  const body = new ReadableStream({
    start(stream) {
      for (const piece of pieces) stream.enqueue(piece);
      stream.close();
    },
  });
  const lobby = createLobby({
    url: '',
    platform: {
      async fetch(_url, { headers }) {
        request.push(headers.accept!);
        return new Response(body, { status, headers: { 'content-type': type } }) as never;
      },
    },
  });
  const progress: CheckProgress[] = [];
  const response = await lobby.uploadRuleset({ source: '' }, (one) => progress.push(one));
  return { response, progress, request };
}

const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);
const READING = { step: 'reading', done: 0, of: 1 };
const PLAYING = { step: 'self-play', done: 3, of: 20, moves: 40 };
const MADE = { ruleset: { name: 'Žluťoučký' }, report: {} };

test('progress is reported as it arrives, and the last line is the result, wherever the chunks split', async () => {
  const all = Buffer.concat([line(READING), line(PLAYING), line(MADE)]);
  for (let at = 0; at <= all.length; at++) {
    const { response, progress, request } = await upload(LINES, 200, all.subarray(0, at), all.subarray(at));
    expect([response, progress]).toEqual([{ ok: true, value: MADE }, [READING, PLAYING]]);
    expect(request).toEqual([expect.stringContaining(LINES)]);
  }
});

test('a refusal may be the last line, or come with its own status before any line', async () => {
  const no = { code: 'script/syntax', message: 'Line 1.', facts: { line: 1 } };
  expect(await upload(LINES, 200, line(READING), line(no))).toMatchObject({ response: { ok: false, error: no } });
  expect(await upload('application/json', 422, line(no))).toMatchObject({
    response: { ok: false, error: no },
    progress: [],
  });
});

test('a server that does not stream progress is understood', async () => {
  expect(await upload('application/json; charset=utf-8', 201, line(MADE))).toMatchObject({
    response: { ok: true, value: MADE },
  });
});

test('a truncated response is an error', async () => {
  const cut = line(MADE).subarray(0, 20);
  expect(await upload(LINES, 200, line(READING), cut)).toMatchObject({
    response: { ok: false, error: { code: 'client/unreachable' } },
    progress: [READING],
  });
});
