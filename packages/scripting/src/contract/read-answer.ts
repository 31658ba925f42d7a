import { COLORS, type Color, type Json, opposite, type Refusal } from '@chessmith/rules';
import { json, ok, type Result, similarNames } from '@chessmith/std';
import { invalidAnswer, invalidShape, only, quoted, wellFormed } from './invalid-answer.js';
import { LIMITS } from './limits.js';
import { squareName } from './moves.js';
import { depthOf, rawField } from './raw-json.js';
import { CARD_FIELDS, readCard } from './read-card.js';
import { readMoves } from './read-moves.js';
import { type ScriptCard, type ScriptPiece, type ScriptState, STATUSES } from './state.js';

type Answer = { readonly [name: string]: unknown };

/**
 * Reads a starting state: the card of the game and the first position. `accepted` is the card that an earlier check
 * accepted, perhaps with older limits.
 */
export function readStart(
  text: string,
  accepted?: ScriptCard,
): Result<{ readonly card: ScriptCard; readonly state: ScriptState }, Refusal> {
  const answer = readObject(text);
  if (!answer.ok) return answer;
  const card = readCard(answer.value, accepted);
  if (!card.ok) return card;
  const state = readState(card.value, answer.value, text, { turn: 'white', isStart: true });
  return state.ok ? ok({ card: card.value, state: state.value }) : state;
}

/** Reads the state that a script returned after a move of `mover`, and checks it against the contract and the card. */
export function readAnswer(card: ScriptCard, text: string, mover: Color): Result<ScriptState, Refusal> {
  const answer = readObject(text);
  if (!answer.ok) return answer;
  return readState(card, answer.value, text, { turn: opposite(mover), isStart: false });
}

function readObject(text: string): Result<Answer, Refusal> {
  if (text.length > LIMITS.answerLength) {
    return invalidAnswer('script/too-large', `The answer is longer than ${LIMITS.answerLength} characters of JSON.`, {
      limit: LIMITS.answerLength,
    });
  }
  if (depthOf(text) > LIMITS.depth) {
    return invalidAnswer('script/too-deep', `The answer is nested more than ${LIMITS.depth} levels deep.`, {
      limit: LIMITS.depth,
    });
  }
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return invalidAnswer('script/not-json', 'The answer of the script is not JSON.');
  }
  if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) return ok(answer as Answer);
  const hint = answer === null ? ' (is a "return" missing?)' : '';
  return invalidAnswer(
    'script/no-state',
    `The script returned ${quoted(answer)}${hint}; it must return a state: pieces, possible_moves, additional_data, status.`,
    { given: quoted(answer) },
  );
}

const STATE_FIELDS = ['pieces', 'possible_moves', 'possible_positions', 'additional_data', 'status'] as const;
const TURN_FIELDS = ['next_turn', 'message', 'highlights', 'reason'] as const;

function readState(
  card: ScriptCard,
  answer: Answer,
  text: string,
  { turn: usualTurn, isStart }: { readonly turn: Color; readonly isStart: boolean },
): Result<ScriptState, Refusal> {
  const known: readonly string[] = [...STATE_FIELDS, ...TURN_FIELDS, ...(isStart ? CARD_FIELDS : [])];
  const unknownField = card.version === 1 ? undefined : Object.keys(answer).find((name) => !known.includes(name));
  if (unknownField !== undefined && !(unknownField === 'version' && answer.version === 2)) {
    const [near] = similarNames(unknownField, known);
    const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
    return invalidAnswer(
      'script/unknown-field',
      `Unknown field "${unknownField.slice(0, 40)}" in a state of version 2.${hint}`,
      { field: unknownField.slice(0, 40), ...(near === undefined ? {} : { near }) },
    );
  }
  const status = json.readJson(statusReader, answer);
  if (!status.ok) return invalidShape(status.error, answer);
  const said = card.version === 1 ? ok({}) : readTurn(card, answer);
  if (!said.ok) return said;
  const { next_turn: turn = usualTurn, ...shown } = said.value as TurnFields;
  const pieces = readPieces(card, answer.pieces);
  if (!pieces.ok) return pieces;
  const isRunning = status.value.status === 'running';
  const moves = readMoves(card, answer, pieces.value, turn, isRunning);
  if (!moves.ok) return moves;
  if (isRunning && moves.value.length === 0) {
    const why = `The game is "running", but ${turn} has no possible move; return "white won", "black won" or "draw".`;
    return invalidAnswer('script/no-moves-left', why, { turn });
  }
  const data = readData(answer, text);
  if (!data.ok) return data;
  return ok({
    pieces: pieces.value,
    moves: moves.value,
    data: data.value,
    turn,
    status: status.value.status,
    ...shown,
  });
}

const statusReader = only(['status'], json.object({ status: json.literal(...STATUSES) }));

type TurnFields = { readonly next_turn?: Color; readonly message?: string; readonly reason?: string } & {
  readonly highlights?: readonly string[];
};

function readTurn({ files, ranks }: ScriptCard, answer: Answer): Result<TurnFields, Refusal> {
  const square = json.object({
    x: json.integer({ min: 0, max: files - 1 }),
    y: json.integer({ min: 0, max: ranks - 1 }),
  });
  const reader = json.object({
    next_turn: json.optional(json.literal(...COLORS)),
    message: json.optional(json.string({ maxLength: LIMITS.messageLength })),
    reason: json.optional(json.string({ maxLength: LIMITS.reasonLength })),
    highlights: json.optional(json.array(square, { maxLength: LIMITS.highlights })),
  });
  const read = json.readJson(only(TURN_FIELDS, reader), answer);
  if (!read.ok) return invalidShape(read.error, answer);
  const { next_turn, message, reason, highlights } = read.value;
  return ok({
    ...(next_turn === undefined ? {} : { next_turn }),
    ...(message === undefined ? {} : { message: wellFormed(message) }),
    ...(reason === undefined ? {} : { reason: wellFormed(reason) }),
    ...(highlights === undefined ? {} : { highlights: highlights.map(({ x, y }) => squareName(x, y)) }),
  });
}

const PIECE_FIELDS = ['color', 'name', 'x', 'y'] as const;

function readPieces({ files, ranks, kinds }: ScriptCard, given: unknown): Result<readonly ScriptPiece[], Refusal> {
  const fields = json.object({
    color: json.literal(...COLORS),
    name: json.literal(...kinds.map(({ role }) => role)),
    x: json.integer({ min: 0, max: files - 1 }),
    y: json.integer({ min: 0, max: ranks - 1 }),
  });
  if (given === undefined)
    return invalidAnswer('script/missing-field', 'The state has no "pieces"; return a list, which may be empty.');
  const list = json.array(only(PIECE_FIELDS, fields), { maxLength: files * ranks })(given, ['pieces']);
  if (!list.ok) return invalidShape(list.error, { pieces: given });
  const seen = new Set<string>();
  const pieces: ScriptPiece[] = [];
  for (const [index, { color, name: role, x, y }] of list.value.entries()) {
    const square = squareName(x, y);
    if (seen.has(square))
      return invalidAnswer('script/two-on-a-square', `Two pieces stand on ${square} (x ${x}, y ${y}).`, {
        square,
        x,
        y,
      });
    seen.add(square);
    const rest = Object.entries((given as Answer[])[index]!).filter(([name]) => !isPieceField(name));
    const extra = rest.length === 0 ? {} : { extra: Object.fromEntries(rest) as { [name: string]: Json } };
    pieces.push({ role, color, square, ...extra });
  }
  const extras = pieces.flatMap(({ extra }) => (extra === undefined ? [] : [extra]));
  if (extras.length > 0 && JSON.stringify(extras).length > LIMITS.extrasLength) {
    return invalidAnswer(
      'script/too-large',
      'The extra fields of the pieces are too large; keep such data in additional_data.',
    );
  }
  return ok(pieces);
}

const isPieceField = (name: string): boolean => (PIECE_FIELDS as readonly string[]).includes(name);

function readData(answer: Answer, text: string): Result<string, Refusal> {
  if (!Object.hasOwn(answer, 'additional_data')) {
    return invalidAnswer(
      'script/missing-field',
      'The state has no "additional_data"; return any JSON value, for example null.',
    );
  }
  const data = wellFormed(rawField(text, 'additional_data')!);
  const bytes = Buffer.byteLength(data);
  if (bytes <= LIMITS.dataBytes) return ok(data);
  return invalidAnswer(
    'script/data-too-large',
    `additional_data is ${bytes} bytes of JSON; ${LIMITS.dataBytes} are allowed.`,
    { bytes, limit: LIMITS.dataBytes },
  );
}
