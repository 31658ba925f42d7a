import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { FUNCTIONS, type Language } from '../language.js';
import { loadKind } from '../sandbox/child/kinds.js';
import type { Engine, Outcome } from './engine.js';

/** The samples in one language, each the body of the move function. */
type Sample = {
  readonly around: (body: string) => string;
  readonly echo: string;
  /** Answers that are plain data, although some look like more. */
  readonly plain: readonly string[];
  /** Answers that run code of the script while they are written as JSON. */
  readonly hidden: { readonly [what: string]: string };
};

const SAMPLES: { readonly [language in Language]: Sample } = {
  javascript: {
    around: (body) => `export function startingState() { return {}; }\nexport function makeMove(given) { ${body} }`,
    echo: 'return given;',
    plain: [
      'return { a: [1, "x", null, true, { b: 2.5 }] };',
      'return new (class Piece { constructor() { this.x = 1; } move() {} })();',
      'return { a: undefined, b: Symbol.iterator };',
    ],
    hidden: {
      'a getter': 'return [{ get a() { return 1; } }];',
      'a toJSON': 'return { a: { toJSON() { return 1; } } };',
      'a toJSON of a class': 'return [new (class { toJSON() { return 1; } })()];',
      'a toJSON of all objects': 'Object.prototype.toJSON = function () { return 1; }; return { a: 1 };',
      'a proxy': 'return new Proxy({}, { ownKeys: () => [] });',
      'a built-in function as a getter':
        'return Object.defineProperty({}, "a", { enumerable: true, get: Array.prototype.sort.bind([2, 1]) });',
      'a built-in function as a toJSON': 'return { toJSON: Math.random };',
    },
  },
  python: {
    around: (body) =>
      `def get_starting_state(): return {}\ndef make_move(given):\n    ${body.replaceAll('\n', '\n    ')}\n`,
    echo: 'return given',
    plain: [
      'return {"a": [1, "x", None, True, {"b": 2.5}], "c": (1, 2), 3: 4}',
      'class Name(str):\n    def __repr__(self): raise ValueError\n    __str__ = __repr__\nreturn Name("a")',
      'import enum\nclass Kind(enum.IntEnum):\n    KING = 1\nreturn [Kind.KING]',
      'import gc, sys\ngc.callbacks.append(print)\nsys.settrace(print)\nsys.setprofile(print)\nreturn [[] for _ in range(5000)]',
    ],
    hidden: {
      'the items of a dict': 'class D(dict):\n    def items(self): return [("a", 1)]\nreturn D(a=1)',
      'the items of a list': 'class L(list):\n    def __iter__(self): return iter([1])\nreturn L([1])',
      'a built-in function for the items of a dict':
        'from functools import partial\nclass D(dict): items = staticmethod(partial(sorted, [("a", 1)]))\nreturn D(a=1)',
      'a built-in function for the items of a list':
        'from functools import partial\nclass L(list): __iter__ = staticmethod(partial(iter, [1]))\nreturn L([1])',
      'an object that is no JSON': 'class O: pass\nreturn O()',
    },
  },
  prolog: {
    around: (body) => `starting_state(_{}).\nmake_move(Given, R) :- ${body}.\n`,
    echo: 'R = Given',
    plain: [
      'R = _{a: [1, x, null, true, _{b: 2.5}], c: "text", 3: "true", d: []}',
      'R = _{a: f}, assertz(user:portray(_) :- throw(never))',
    ],
    hidden: {
      'an attributed variable': 'freeze(R, true)',
      'a list without an end': 'R = [1|_]',
      'a compound': 'R = [f(x)]',
      'a circle': 'R = [R]',
    },
  },
};

describe.each(Object.entries(SAMPLES))('%s', (language, { around, echo, plain, hidden }) => {
  const name = FUNCTIONS[language as Language].move;
  let engine: Engine;
  beforeAll(async () => {
    const kind = await loadKind(language as Language);
    engine = await kind.open(await kind.prepare());
  });

  const load = (source: string): void => {
    const program = engine.compile(source);
    if (!program.ok) throw new Error(program.error.message);
    const loaded = engine.load(program.value);
    if (!loaded.ok) throw new Error(loaded.error.message);
  };

  /** Calls the function and records whom the CPU time was charged to. */
  function call(given: unknown): { readonly outcome: Outcome<string>; readonly turns: readonly string[] } {
    const turns = ['server'];
    const turn = (whose: string) => () => {
      if (turns.at(-1) !== whose) turns.push(whose);
    };
    const account = { script: turn('script'), server: turn('server') };
    return { outcome: engine.call(name, JSON.stringify([given]), 1, account), turns };
  }

  test.each(plain)('the server reads the arguments and writes the answer: %s', (body) => {
    load(around(body));
    const { outcome, turns } = call([{ a: 1 }]);
    expect(outcome).toMatchObject({ ok: true });
    expect(turns).toEqual(['server', 'script', 'server']);
  });

  test.each(Object.entries(hidden))('%s is charged to the script', (_, body) => {
    load(around(body));
    expect(call(0).turns).toEqual(['server', 'script', 'server', 'script', 'server']);
  });

  test('every JSON value goes in and comes out unchanged', () => {
    load(around(echo));
    const value = fc.jsonValue({ noUnicodeString: false }).map((one) => JSON.parse(JSON.stringify(one)) as unknown);
    fc.assert(
      fc.property(value, (given) => {
        const { outcome } = call(given);
        expect(outcome.ok && JSON.parse(outcome.value)).toEqual(given);
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  test.each([2 ** 31, -(2 ** 53) + 1, 2 ** 63, 1e20, 1e21, 1.5e300, 5e-324, 0.1])(
    '%d goes in and comes out unchanged',
    (given) => {
      load(around(echo));
      const { outcome } = call([given]);
      expect(outcome.ok && JSON.parse(outcome.value)).toEqual([given]);
    },
  );
});
