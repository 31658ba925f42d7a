/**
 * `npm run words [-- paths]`: finds words that docs/glossary.md retired, and says what to write instead. It reads code, comments, docs
 * and messages, and looks inside names such as `openHouse`, `HOUSE_RULES` or `the-house.ts`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const TEXT = /\.(ts|mts|mjs|js|svelte|css|html|md|json|yml|py|pl|svg)$|^[^.]+$/;
/** Data, and texts by other people. */
const LEFT_OUT = /^(package-lock\.json|LICENSE|apps\/web\/LICENSE|testdata\/.*)$/;

/** @type {readonly (readonly [words: string, instead: string])[]} */
const RETIRED = [
  ['house houses', 'repository, server'],
  ['room rooms', 'package; a chat room stays a room'],
  ['door doors', 'entry point, adapter'],
  ['whoever', 'players who, clients that, anyone who'],
  ['wish wishes wished', 'options, input, request'],
  ['deed deeds', 'command, job'],
  ['errand errands', 'outbox, job'],
  ['parcel parcels', 'message'],
  ['farewell farewells', 'graceful shutdown'],
  ['obey obeys obeyed obeying', 'execute, handle, follow'],
  ['fence fences fenced', 'sandbox, isolation'],
  ['crew crews', 'worker pool'],
];

/** @type {readonly (readonly [phrase: RegExp, instead: string])[]} */
const PHRASES = [
  [/\bsigns?[-_ ]of[-_ ]life\b/i, 'heartbeat'],
  [/\bby[-_ ]lot\b/i, 'at random'],
  [/seed[-_ ]?00[0-4]/i, 'the name of the system: Chess Game Service API, Quantum Chess TCP protocol …'],
];

/**
 * Places where a retired word stays, and why. `words` and `line` narrow an exception; without them it covers the whole file.
 * @type {readonly { readonly path: RegExp, readonly words?: RegExp, readonly line?: RegExp, readonly why: string }[]}
 */
const EXCEPTIONS = [
  { path: /^scripts\/check-words(\.test)?\.(mjs|ts)$/, why: 'the list itself' },
  {
    path: /^CHANGELOG\.md$/,
    words: /^(wish|seed-000)$/,
    line: /→|instead of| is `/,
    why: 'old names of the API in the list of renames',
  },
  {
    path: /^packages\/service\/src\/people\/tokenless-players\.ts$/,
    words: /^seed-000$/,
    line: /`seed-000:(called|player):\$/,
    why: 'keys of stored settings, which data of the version before contains',
  },
  {
    path: /./,
    words: /^rooms?$/,
    line: /one-room|separate-rooms|not-your-room|chat.*room|room.*chat/i,
    why: 'chat rooms are fields of the API and stored values',
  },
  {
    path: /\/chat[^/]*\.(ts|svelte)$|\/use-cases\/people\.ts$|^packages\/(protocol\/src\/api|client)\//,
    words: /^rooms?$/,
    why: 'chat rooms are fields of the API and stored values',
  },
  { path: /./, line: /nothing-drawn-by-lot/, why: 'the name of a check, which refusals carry as `step`' },
  { path: /^packages\/store\/src\/sqlite\/migrations\.ts$/, words: /^room$/, why: 'a column of the database' },
  {
    path: /^packages\/service\/src\/(games\/(create-game|game-commands)|testing\/use-cases\/commands)\.ts$/,
    words: /^wish$/,
    why: 'receipts hold a hash of the command in which the field has this name',
  },
];

const INSTEAD = new Map(RETIRED.flatMap(([words, instead]) => words.split(' ').map((word) => [word, instead])));

/**
 * The retired words of a text.
 * @param {string} path
 * @param {string} text
 * @returns {{ readonly line: number, readonly word: string, readonly instead: string }[]}
 */
export function retiredWordsIn(path, text) {
  const exceptions = EXCEPTIONS.filter((exception) => exception.path.test(path));
  return text.split('\n').flatMap((line, index) =>
    retiredIn(line)
      .filter(([word]) => !exceptions.some((exception) => allows(exception, line, word)))
      .map(([word, instead]) => ({ line: index + 1, word, instead })),
  );
}

/**
 * @param {(typeof EXCEPTIONS)[number]} exception
 * @param {string} line
 * @param {string} word
 */
function allows(exception, line, word) {
  return (exception.words?.test(word) ?? true) && (exception.line?.test(line) ?? true);
}

/**
 * @param {string} line
 * @returns {(readonly [word: string, instead: string])[]}
 */
function retiredIn(line) {
  const words = line
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());
  const single = words.flatMap((word) =>
    INSTEAD.has(word) ? [/** @type {const} */ ([word, INSTEAD.get(word) ?? ''])] : [],
  );
  const phrases = PHRASES.flatMap(([phrase, instead]) => {
    const found = phrase.exec(line);
    return found === null ? [] : [/** @type {const} */ ([found[0], instead])];
  });
  return [...single, ...phrases];
}

/**
 * Finds retired words in the files of the repository below these paths; in all of it without any. One line for each, as `file:line: …`.
 * @param {readonly string[]} paths
 * @returns {string[]}
 */
export function checkWords(paths = []) {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = listed.stdout.split('\0').filter((file) => TEXT.test(file) && !LEFT_OUT.test(file));
  return files.flatMap((file) =>
    // The path is checked too, as line 0.
    retiredWordsIn(file, `${file}\n${readFileSync(join(ROOT, file), 'utf8')}`).map(
      ({ line, word, instead }) => `${file}${line === 1 ? '' : `:${line - 1}`}: "${word}"; write: ${instead}`,
    ),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = checkWords(process.argv.slice(2));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error(
      `${problems.length} words to replace. docs/glossary.md has the vocabulary; exceptions are listed in scripts/check-words.mjs.`,
    );
    process.exitCode = 1;
  }
}
