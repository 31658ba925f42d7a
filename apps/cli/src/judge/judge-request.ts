import type { Refusal, Setup } from '@chessmith/rules';
import { err, json, ok, type Result } from '@chessmith/std';

/** One input line of `chessmith judge`. */
export type JudgeRequest = {
  readonly ruleset: string;
  /** Undefined for the ruleset's usual start. */
  readonly start: Start | undefined;
  readonly moves: readonly string[];
  readonly free: boolean;
  readonly seed: number;
  /** `first`: chance always takes the first alternative instead of drawing from the seed. */
  readonly chance: 'first' | undefined;
  readonly trace: boolean;
};

export type Start = Pick<Setup, 'position' | 'turn' | 'number' | 'unmoved' | 'profile'>;

/** Reads a line; errors name the place in the JSON. `usual` is the ruleset of lines that name none. */
export function readJudgeRequest(line: string, usual?: string): Result<JudgeRequest, Refusal> {
  const read = json.readJsonText(usual === undefined ? request : requestAbout(usual), line);
  if (!read.ok) return err({ code: read.error.code, message: json.formatJsonProblem(read.error) });
  return ok({ ...read.value, start: read.value.start?.is, chance: read.value.chance });
}

/** Every move copies the whole history, so the cost grows with the square of the length. */
const MOST_MOVES = 20_000;

/** A board may be one text or a list of lines. */
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
const request = json.object({ ruleset: named, ...rest });
const requestAbout = (usual: string) => json.object({ ruleset: json.withDefault(named, usual), ...rest });
