import type { Refusal, Setup } from '@chessmith/rules';
import { err, json, ok, type Result } from '@chessmith/std';

/** One line of `chessmith judge`. */
export type Question = {
  readonly ruleset: string;
  /** Nothing for the ruleset's usual start. */
  readonly start: Start | undefined;
  readonly moves: readonly string[];
  readonly free: boolean;
  readonly seed: number;
  /** `first`: every lot falls on the first of its sides, instead of being drawn from the seed. */
  readonly chance: 'first' | undefined;
  readonly trace: boolean;
};

export type Start = Pick<Setup, 'position' | 'turn' | 'number' | 'unmoved' | 'profile'>;

/** Reads a line; what is wrong with it is said with the place where it is wrong. `usual` is the ruleset of lines that name none. */
export function readQuestion(line: string, usual?: string): Result<Question, Refusal> {
  const read = json.readJsonText(usual === undefined ? question : questionAbout(usual), line);
  if (!read.ok) return err({ code: read.error.code, message: json.formatJsonProblem(read.error) });
  return ok({ ...read.value, start: read.value.start?.is, chance: read.value.chance });
}

/** A copy of the whole history is made with every move, so a game without an end would cost its square. */
const MOST_MOVES = 20_000;

/** A board may come as one text or as a list of its lines. */
const position = json.refine(
  json.oneOf(json.string(), json.array(json.string(), { maxLength: 64 })),
  (text) => (typeof text === 'string' ? text : text.join('\n')),
  'a position',
);

const setup = json.refine(
  json.object({
    position: json.optional(position),
    fen: json.optional(json.string()),
    board: json.optional(position),
    turn: json.optional(json.literal('white', 'black')),
    number: json.optional(json.integer({ min: 0, max: 959 })),
    unmoved: json.optional(json.array(json.string({ maxLength: 3 }), { maxLength: 256 })),
    profile: json.optional(json.literal('lichess', 'fide')),
  }),
  ({ position, fen, board, ...rest }): Start | undefined => {
    const [text, ...more] = [position, fen, board].filter((given) => given !== undefined);
    if (more.length > 0) return undefined;
    return text === undefined ? rest : { ...rest, position: text };
  },
  'only one of position, fen and board',
);

const start = json.refine(
  json.nullable(json.oneOf(json.string(), json.integer({ min: 0, max: 959 }), setup)),
  (given): { readonly is: Start | undefined } => {
    if (given === null) return { is: undefined };
    if (typeof given === 'number') return { is: { number: given } };
    return { is: typeof given === 'string' ? { position: given } : given };
  },
  'a start',
);

const named = json.string({ minLength: 1, maxLength: 200 });
const rest = {
  start: json.optional(start),
  moves: json.withDefault(json.array(json.string({ maxLength: 200 }), { maxLength: MOST_MOVES }), []),
  free: json.withDefault(json.boolean(), false),
  seed: json.withDefault(json.integer(), 0),
  chance: json.optional(json.literal('first')),
  trace: json.withDefault(json.boolean(), false),
};
const question = json.object({ ruleset: named, ...rest });
const questionAbout = (usual: string) => json.object({ ruleset: json.withDefault(named, usual), ...rest });
