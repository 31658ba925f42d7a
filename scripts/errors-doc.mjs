/** `npm run errors`: writes `docs/errors.md`, the table of all refusal codes. A test fails where the table is not up to date. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { statusOf } from '@chessmith/protocol';
import { ADVICE, COMPOSED_SENTENCES } from './error-advice.mjs';
import { collectErrorCodes } from './error-codes.mjs';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
export const ERRORS_DOC = join(ROOT, 'docs', 'errors.md');
/** Areas and codes that never reach HTTP: the client's own, and those of the command line. */
const LOCAL = new Set(['cli', 'client', 'demo', 'judge', 'server/bad-setting', 'show']);

const HEAD = `# Error codes

Every refusal of Chessmith has a stable code, a sentence for people and facts. Programs decide by the code; sentences may change. The facts
carry every value of the sentence, so that a client can word it in another language; \`detail\` is text that has no code of its own. This
table is for developers of clients and bots. \`{name}\` stands for a value. The status is that of HTTP; on the WebSocket the same codes
come in an \`error\` frame. \`–\` marks codes of the client library and of the command line.

\`npm run errors\` writes this page from the sources; do not edit it by hand.

| code | sentence | status | what to do |
| --- | --- | --- | --- |
`;

/** The page as it should be, and the codes that lack a sentence or advice. */
export function errorsDoc() {
  const codes = [...collectErrorCodes(ROOT)].map(([code, sentences]) => {
    const area = code.slice(0, code.indexOf('/'));
    const sentence = sentences[0] ?? COMPOSED_SENTENCES[code];
    return {
      code,
      sentence,
      status: LOCAL.has(area) || LOCAL.has(code) ? '–' : statusOf(code),
      advice: ADVICE[code] ?? ADVICE[area],
    };
  });
  const incomplete = codes.filter(({ sentence, advice }) => sentence === undefined || advice === undefined);
  const known = new Set(codes.flatMap(({ code }) => [code, code.slice(0, code.indexOf('/'))]));
  const unused = [...Object.keys(ADVICE), ...Object.keys(COMPOSED_SENTENCES)].filter((key) => !known.has(key));
  const rows = codes.map(
    ({ code, sentence, status, advice }) => `| \`${code}\` | ${cell(sentence)} | ${status} | ${cell(advice)} |\n`,
  );
  return { text: HEAD + rows.join(''), incomplete: incomplete.map(({ code }) => code), unused };
}

/** @param {string | undefined} text */
const cell = (text = '') => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(ERRORS_DOC, errorsDoc().text);
