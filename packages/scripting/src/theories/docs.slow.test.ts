import { readFileSync } from 'node:fs';
import {
  compile,
  formatUci,
  legalMoves,
  perft,
  positionFromFen,
  type Ruleset,
  type RulesetDraft,
  startPosition,
} from '@chessmith/rules';
import { unwrap } from '@chessmith/std';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSandbox } from '../sandbox/open-sandbox.js';
import type { Sandbox } from '../sandbox/port.js';
import { evaluateTheories } from './evaluate-theories.js';
import { makeRuleset } from './make-ruleset.js';

const page = (name: string): string => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');

/** The rulesets with theories on the two pages, each with the claims below it. */
const LISTINGS = ['rules.md', 'scripts.md'].flatMap((name) =>
  Array.from(page(name).matchAll(/^```json\n([\s\S]*?)^```\n((?:\n?> - .*\n)*)/gm), ([, code, claims]) => ({
    name,
    code: code!,
    claims: claims!.split('\n').filter((line) => line.startsWith('> - ')),
  })).filter(({ code }) => code.includes('"theories"')),
);

let sandbox: Sandbox;
beforeAll(() => {
  const waiting = { total: 10, perLane: 10, longestMs: 200_000 };
  sandbox = openSandbox({ languages: ['prolog'], workersPerLanguage: 1, atOnce: 1, waiting });
});
afterAll(() => sandbox.close());

const ask = (draft: RulesetDraft) => evaluateTheories(sandbox, draft, 'docs');

test('both pages have a listing with theories', () => {
  expect(LISTINGS.map(({ name }) => name)).toEqual(['rules.md', 'scripts.md']);
});

describe.each(LISTINGS)('the listing in $name', ({ code, claims }) => {
  test('fulfils its claims', async () => {
    const { ruleset } = unwrap(await makeRuleset(JSON.parse(code), ask));
    expect(claims.length).toBeGreaterThan(1);
    expect(claims.map((claim) => answerTo(claim, ruleset))).toEqual(claims);
  });
});

test('the refusals shown are the real ones', async () => {
  const rules = JSON.parse(LISTINGS[1]!.code);
  const [head] = rules.theories.five.prolog;
  const messages: string[] = [];
  for (const body of ['    between(0, 7, ToFile', '    ToFile = File, ToRank = Rank.']) {
    rules.theories.five.prolog = [head, body];
    const made = await makeRuleset(rules, ask);
    messages.push(...(made.ok ? [] : made.error.map(({ message }) => message)));
  }
  expect(/^```text\n(theories[\s\S]*?)\n```$/m.exec(page('scripts.md'))?.[1]).toBe(messages.join('\n'));
});

/** The claim with the number that the engine computes. */
function answerTo(claim: string, ruleset: Ruleset): string {
  const [, head, from, board] = /^(> - From `(..)` on `(.+)`: )\d+ squares?\.$/.exec(claim) ?? [];
  if (head !== undefined) {
    const position = unwrap(positionFromFen(compile(ruleset), `${board} w - - 0 1`));
    const count = legalMoves(position).filter((move) => formatUci(position, move).startsWith(from!)).length;
    return `${head}${count} square${count === 1 ? '' : 's'}.`;
  }
  const depths = claim.split(', ').map((_, i) => i + 1);
  const start = unwrap(startPosition(compile(ruleset)));
  return `> - Leaves from the start: ${depths.map((depth) => perft(start, depth)).join(', ')}.`;
}
