import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERRORS_DOC, errorsDoc, ROOT } from './errors-doc.mjs';
import { refusalsWithoutFacts } from './refusal-facts.mjs';

const { text, incomplete, unused } = errorsDoc();
const withoutFacts = refusalsWithoutFacts(ROOT);

test('every error code has a sentence and says what to do', () => {
  expect(incomplete).toEqual([]);
});

test('advice is only for codes that exist', () => {
  expect(unused).toEqual([]);
});

test('docs/errors.md lists the codes of the sources; npm run errors writes it', () => {
  expect(readFileSync(ERRORS_DOC, 'utf8')).toBe(text);
});

/** Places where the values of the sentence go along in another way, each with its reason. */
const EXCEPTIONS = {
  'apps/server/src/configuration.ts: server/bad-setting': 'stops the start; only the host sees it',
  'apps/server/src/rate-limit/rate-limited-service.ts: request/too-many': 'the seconds follow from retryAfterMs',
  'apps/server/src/rate-limit/upload-limits.ts: code': 'the seconds follow from retryAfterMs',
  'packages/game/src/ids.ts: game/bad-join-code': 'the parser passes its text on as the fact `expected`',
  'packages/rules/src/notation/pgn/reader.ts: pgn/comment-unopened': 'an index follows the code, not a sentence',
  'packages/rules/src/notation/pgn/reader.ts: pgn/not-a-move': 'an index follows the code, not a sentence',
  'packages/scripting/src/contract/read-answer.ts: script/no-state': 'the hint follows from `given`',
  'packages/scripting/src/sandbox/failures.ts: sandbox/busy': 'the seconds follow from retryAfterMs',
};

test('each refusal carries the values of its sentence as facts', () => {
  expect(withoutFacts).toEqual(Object.keys(EXCEPTIONS));
});
