import { readFileSync } from 'node:fs';
import { json, unwrap } from '@chessmith/std';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { outcomeOf } from './engine/outcome.js';
import { perft } from './engine/perft.js';
import { compile, legalMoves, positionFromFen, startPosition } from './engine.js';
import * as entryPoint from './index.js';
import { formatUci } from './notation/uci.js';
import { movementReader } from './read-movement.js';
import { effectReader, endingReader, restrictionReader } from './read-rule.js';
import { readDraft, readRuleset } from './read-ruleset.js';
import type { Movement, Ruleset } from './ruleset.js';
import { standard } from './rulesets/standard.js';

const page = readFileSync(new URL('../../../docs/rules.md', import.meta.url), 'utf8');

/** A code block and the claims below it, which begin with `>`. */
type Example = {
  readonly line: number;
  readonly language: string;
  readonly code: string;
  readonly claims: readonly string[];
};

const ALL_EXAMPLES: readonly Example[] = Array.from(
  page.matchAll(/^```(json|ts)\n([\s\S]*?)^```\n((?:\n?> - .*\n)*)/gm),
  ([, language, code, claims], i) => ({
    line: page.slice(0, Array.from(page.matchAll(/^```(json|ts)\n/gm))[i]!.index).split('\n').length,
    language: language!,
    code: code!,
    claims: (claims ?? '').split('\n').filter((line) => line.startsWith('> - ')),
  }),
);

/** Only Prolog can evaluate theories; `@chessmith/scripting` tests the claims about these. */
const hasTheories = ({ code }: Example): boolean => code.includes('"theories"');
const EXAMPLES = ALL_EXAMPLES.filter((example) => !hasTheories(example));

test.each(ALL_EXAMPLES.filter(hasTheories))('the example with theories on line $line is valid', ({ code }) => {
  expect(readDraft(JSON.parse(code))).toMatchObject({ ok: true });
});

test('the page has examples of every kind, most with claims', () => {
  const kinds = EXAMPLES.map(({ code }) => /"kind": "([^"]+)"/.exec(code)?.[1]);
  expect(kinds).toEqual(
    expect.arrayContaining(['slide', 'leap', 'double-step', 'en-passant', 'castle', 'drop', 'table', 'group']),
  );
  expect(EXAMPLES.flatMap(({ claims }) => claims).length).toBeGreaterThan(25);
});

describe.each(EXAMPLES.map((example) => [example.line, example] as const))(
  'the example on line %i',
  (_, { language, code, claims }) => {
    const subject = language === 'ts' ? rulesetOfScript(code) : rulesetOf(JSON.parse(code));

    test('is read', () => {
      expect(readRuleset(JSON.parse(JSON.stringify(subject)))).toMatchObject({ ok: true });
    });

    for (const claim of claims) {
      test(claim.slice(4), () => {
        expect(answerTo(claim, subject)).toBe(claim);
      });
    }
  },
);

test('the refusals shown are those that occur', () => {
  const whole = EXAMPLES.find(({ code }) => code.includes('"five-by-five"'))!;
  const draft = JSON.parse(whole.code);
  draft.pieces.knight.movements[0].to.push([5, 5]);
  draft.effects[0].role = 'pwan';
  const read = readRuleset(draft);
  const shown = /^```text\n([\s\S]*?)\n```$/m.exec(page)?.[1];
  expect(read.ok ? '' : read.error.map(({ message }) => message).join('\n')).toBe(shown);
});

const TABLES = Array.from(
  page.matchAll(/^\| (.+?) \| (?:`(\{.+\})`) \|$/gm),
  ([, name, line]) => [name!, line!] as const,
);

test.each(TABLES)('the line for "%s" is read', (_, line) => {
  const value: unknown = JSON.parse(line);
  const readers = [movementReader, restrictionReader, effectReader, boardReader] as const;
  expect(readers.map((reader) => reader(value, []).ok)).toContain(true);
});

test.each(Array.from(page.matchAll(/^\| `(\{"kind".+\})` \|/gm), ([, line]) => [line!] as const))(
  'the ending %s is read',
  (line) => {
    expect(json.readJson<unknown>(endingReader, JSON.parse(line))).toMatchObject({ ok: true });
  },
);

test.each([
  'safe move',
  'unbounded move',
  'jumping move',
  'advancing move',
  'capturing move',
  'castling move',
  'en passant move',
  'avoid allies',
  'avoid all pieces',
  'only capture enemies',
  'capture mapper',
  'avoid self-check',
  'en-passant filter',
  'inside board',
  'double step',
  'cut at an obstacle',
  'single step, raw',
  'two steps, raw',
  'pawn diagonals, raw',
  'group of rules',
])('"%s" has its line', (name) => {
  expect(TABLES.some(([names]) => names.includes(name))).toBe(true);
});

const boardReader = json.object({ files: json.integer(), ranks: json.integer() });

/** The claim with the engine's own numbers. */
function answerTo(claim: string, ruleset: Ruleset): string {
  const squares = /^(> - From `(..)` on `(.+)`: )\d+ squares?\.$/.exec(claim);
  if (squares) return `${squares[1]}${counted(movesFrom(ruleset, squares[3]!, squares[2]!), 'square')}.`;
  const moves = /^> - Standard chess with it on `(.+)`: /.exec(claim);
  if (moves) {
    const position = unwrap(positionFromFen(compile(ruleset), moves[1]!));
    const outcome = outcomeOf(position, 'lichess');
    const answer =
      outcome?.kind === 'win'
        ? `${outcome.winner} wins by ${outcome.by}`
        : counted(legalMoves(position).length, 'move');
    return `${moves[0]}${answer}.`;
  }
  const leaves = /^> - Leaves from the start: (.+)\.$/.exec(claim);
  if (!leaves) return 'a claim of a form that this test knows';
  const start = unwrap(startPosition(compile(ruleset)));
  return `> - Leaves from the start: ${leaves[1]!
    .split(', ')
    .map((_, i) => perft(start, i + 1))
    .join(', ')}.`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function movesFrom(ruleset: Ruleset, fen: string, from: string): number {
  const position = unwrap(positionFromFen(compile(ruleset), fen.includes(' ') ? fen : `${fen} w - - 0 1`));
  return legalMoves(position).filter((move) => formatUci(position, move).startsWith(from)).length;
}

/** Standard chess with the rule in question, or with a piece `z` that moves so; a whole ruleset stays as it is. */
function rulesetOf(value: { readonly kind?: string }): Ruleset {
  if (value.kind === undefined) return unwrap(readRuleset(value));
  const restriction = restrictionReader(value, []);
  if (restriction.ok) return { ...standard, restrictions: unique([restriction.value, ...standard.restrictions]) };
  const effect = effectReader(value, []);
  if (effect.ok) return { ...standard, effects: unique([effect.value, ...standard.effects]) };
  const ending = endingReader(value, []);
  if (ending.ok) return { ...standard, endings: unique([ending.value, ...standard.endings]) };
  return withPiece(unwrap(movementReader(value, [])) as Movement);
}

const unique = <T extends { readonly kind: string }>(rules: readonly T[]): readonly T[] =>
  rules.filter(({ kind }, i) => rules.findIndex((rule) => rule.kind === kind) === i);

function withPiece(movement: Movement): Ruleset {
  const { king, ...others } = standard.pieces;
  const castles = movement.kind === 'castle';
  return {
    ...standard,
    pieces: {
      ...others,
      king: { ...king!, movements: king!.movements.filter(({ kind }) => kind !== 'castle') },
      piece: { letter: 'z', movements: [movement], ...(castles ? { royal: true } : {}) },
    },
    start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1',
    effects: [...standard.effects, { kind: 'pocket' }],
  };
}

/** The value of the last `const` of a script, with all exports of this package in scope. */
function rulesetOfScript(code: string): Ruleset {
  const names = Array.from(code.matchAll(/^const (\w+)/gm), ([, name]) => name!);
  const script = ts.transpile(`${code}; return ${names.at(-1)};`, { target: ts.ScriptTarget.ES2022 });
  return new Function(...Object.keys(entryPoint), script)(...Object.values(entryPoint));
}
