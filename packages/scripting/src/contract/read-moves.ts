import { isDeepStrictEqual } from 'node:util';
import type { Color, Refusal } from '@chessmith/rules';
import { json, ok, type Result } from '@chessmith/std';
import { invalidAnswer, invalidShape, only } from './invalid-answer.js';
import { LIMITS } from './limits.js';
import { type ScriptMove, spellMove, squareName, WORD } from './moves.js';
import type { ScriptCard, ScriptPiece } from './state.js';

/** Reads the possible moves under either field name, without duplicates, in the script's order. */
export function readMoves(
  card: ScriptCard,
  answer: { readonly [name: string]: unknown },
  pieces: readonly ScriptPiece[],
  turn: Color,
  isRunning: boolean,
): Result<readonly string[], Refusal> {
  const names = ['possible_moves', 'possible_positions'].filter((name) => Object.hasOwn(answer, name));
  const [name] = names;
  if (name === undefined)
    return invalidAnswer(
      'script/missing-field',
      'The state has no "possible_moves"; return a list, which may be empty.',
    );
  if (names.length === 2 && !isDeepStrictEqual(answer.possible_moves, answer.possible_positions)) {
    const why = '"possible_moves" and "possible_positions" differ; return only one of them.';
    return invalidAnswer('script/moves-differ', why);
  }
  const list = json.array(moveReader(card), { maxLength: LIMITS.moves })(answer[name], [name]);
  if (!list.ok) return invalidShape(list.error, answer);
  // Version 1 ignores the moves of a finished game.
  if (!isRunning) return ok([]);
  const own = new Set(pieces.filter(({ color }) => color === turn).map(({ square }) => square));
  const taken = new Set(pieces.map(({ square }) => square));
  for (const move of list.value) {
    if (move.kind === 'move' && !own.has(move.from)) {
      const why = `The possible move ${spellMove(move)} does not start on a piece of ${turn}, who is to move.`;
      return invalidAnswer('script/not-own-piece', why, { move: spellMove(move), turn });
    }
    if (move.kind === 'drop' && taken.has(move.to)) {
      return invalidAnswer('script/drop-on-piece', `The drop ${spellMove(move)} goes to an occupied square.`, {
        move: spellMove(move),
      });
    }
  }
  return ok([...new Set(list.value.map(spellMove))]);
}

const MOVE_FIELDS = ['from_x', 'from_y', 'to_x', 'to_y'] as const;

function moveReader({ version, files, ranks, kinds }: ScriptCard): json.JsonReader<ScriptMove> {
  const x = json.integer({ min: 0, max: files - 1 });
  const y = json.integer({ min: 0, max: ranks - 1 });
  const squares = { from_x: x, from_y: y, to_x: x, to_y: y };
  const plain = json.object(squares);
  const withChoice = json.object({
    ...squares,
    choice: json.string({ pattern: WORD, expected: 'a word of small letters from a to z' }),
  });
  const withThen = json.object({ ...squares, then_x: x, then_y: y });
  const drop = json.object({ drop: json.literal(...kinds.map(({ role }) => role)), to_x: x, to_y: y });
  const version1Move = only(MOVE_FIELDS, plain);
  return (value, path) => {
    const has = (name: string) => typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    if (version === 2 && has('drop')) {
      const read = drop(value, path);
      return read.ok
        ? ok({ kind: 'drop', role: read.value.drop, to: squareName(read.value.to_x, read.value.to_y) })
        : read;
    }
    const reader: json.JsonReader<MoveFields> =
      version === 1 ? version1Move : has('choice') ? withChoice : has('then_x') ? withThen : plain;
    const read = reader(value, path);
    return read.ok ? ok(moveOf(read.value)) : read;
  };
}

type MoveFields = { readonly [field in (typeof MOVE_FIELDS)[number]]: number } & {
  readonly choice?: string;
  readonly then_x?: number;
  readonly then_y?: number;
};

const moveOf = ({ from_x, from_y, to_x, to_y, choice, then_x, then_y }: MoveFields): ScriptMove => ({
  kind: 'move',
  from: squareName(from_x, from_y),
  to: squareName(to_x, to_y),
  ...(choice === undefined ? {} : { choice }),
  ...(then_x === undefined ? {} : { onward: squareName(then_x, then_y!) }),
});
