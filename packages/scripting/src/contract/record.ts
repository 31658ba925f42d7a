import type { Color, GameRecord, Json } from '@chessmith/rules';
import type { Kind, ScriptCard, ScriptPiece, ScriptState, Status } from './state.js';

/** What a fact stores of a state. `additional_data` and extra fields may be secret, so they are stored apart. */
type OpenRecord = {
  readonly board: string;
  readonly moves: string;
  readonly turn: Color;
  readonly status: Status;
  readonly message?: string;
  readonly reason?: string;
  readonly highlights?: readonly string[];
};
type SecretRecord = {
  readonly data: string;
  readonly extras?: { readonly [index: string]: ScriptPiece['extra'] & {} };
};

/** Writes a state as a record: pieces as `Pe2 ke8` in the script's order, moves separated by spaces. */
export function formatState({ kinds }: ScriptCard, state: ScriptState): { open: OpenRecord; secret: SecretRecord } {
  const letters = new Map(kinds.map(({ role, letter }) => [role, letter]));
  const { pieces, moves, data, ...shown } = state;
  const extras = Object.fromEntries(pieces.flatMap(({ extra }, i) => (extra === undefined ? [] : [[i, extra]])));
  return {
    open: {
      board: pieces.map(({ role, color, square }) => `${letterFor(letters.get(role)!, color)}${square}`).join(' '),
      moves: moves.join(' '),
      ...shown,
    },
    secret: { data, ...(Object.keys(extras).length === 0 ? {} : { extras }) },
  };
}

/** Reads a record that `formatState` wrote. */
export function parseState({ kinds }: ScriptCard, record: GameRecord): ScriptState {
  const { board, moves, ...shown } = record.open as OpenRecord;
  const { data, extras = {} } = record.secret as SecretRecord;
  const pieces = words(board).map((word, i): ScriptPiece => {
    const extra = extras[i];
    return { ...pieceOf(kinds, word), ...(extra === undefined ? {} : { extra }) };
  });
  return { pieces, moves: words(moves), data, ...shown };
}

/** Whether the open part of the record contains everything of the state. */
export const hidesNothing = ({ data, pieces }: ScriptState): boolean =>
  EMPTY.test(data) && pieces.every(({ extra }) => extra === undefined);

const EMPTY = /^(?:null|\{\s*\}|\[\s*\]|"")$/;

const words = (text: string): readonly string[] => (text === '' ? [] : text.split(' '));

export const letterFor = (letter: string, color: Color): string => (color === 'white' ? letter : letter.toLowerCase());

function pieceOf(kinds: readonly Kind[], word: string): ScriptPiece {
  const letter = word.slice(0, 1).toUpperCase();
  const role = kinds.find((kind) => kind.letter === letter)!.role;
  return { role, color: word.startsWith(letter) ? 'white' : 'black', square: word.slice(1) };
}

/** The two parts as the JSON that the store keeps. */
export const asRecord = (parts: { readonly open: object; readonly secret: object }): GameRecord => ({
  open: parts.open as Json,
  secret: parts.secret as Json,
});
