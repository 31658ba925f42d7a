import { fileLetter } from '@chessmith/rules';
import type { Kind } from './state.js';

/** One possible move. `choice` is a word that the player chooses with it, `onward` a second target square. */
export type ScriptMove =
  | {
      readonly kind: 'move';
      readonly from: string;
      readonly to: string;
      readonly choice?: string;
      readonly onward?: string;
    }
  | { readonly kind: 'drop'; readonly role: string; readonly to: string };

/** The form of a choice: the name of a kind of piece, or any other word. */
export const WORD = /^[a-z][a-z0-9_-]{0,30}$/;

/** The notation in which a move is listed and stored: `e2e4`, `e7e8=dragon`, `e2e4,e4d5`, `dragon@f3`. */
export function spellMove(move: ScriptMove): string {
  if (move.kind === 'drop') return `${move.role}@${move.to}`;
  const { from, to, choice, onward } = move;
  if (onward !== undefined) return `${from}${to},${to}${onward}`;
  return choice === undefined ? `${from}${to}` : `${from}${to}=${choice}`;
}

const MOVE = /^([a-p]\d{1,2})([a-p]\d{1,2})(?:=([a-z][a-z0-9_-]{0,30})|,\2([a-p]\d{1,2})|([a-zA-Z]))?$/;
const DROP = /^([a-zA-Z][a-z0-9_-]{0,30})@([a-p]\d{1,2})$/;

/**
 * Reads a move as `spellMove` writes it, or with the letter of a kind: `e7e8d`, `D@f3`. Undefined for anything else.
 */
export function parseScriptMove(kinds: readonly Kind[], text: string): ScriptMove | undefined {
  const drop = DROP.exec(text);
  if (drop !== null) {
    const role = drop[1]!.length === 1 ? roleOf(kinds, drop[1]!) : drop[1]!;
    return role === undefined ? undefined : { kind: 'drop', role, to: drop[2]! };
  }
  const [, from, to, choice, onward, letter] = MOVE.exec(text) ?? [];
  if (from === undefined || to === undefined) return undefined;
  if (onward !== undefined) return { kind: 'move', from, to, onward };
  const chosen = letter === undefined ? choice : roleOf(kinds, letter);
  if (letter !== undefined && chosen === undefined) return undefined;
  return chosen === undefined ? { kind: 'move', from, to } : { kind: 'move', from, to, choice: chosen };
}

const roleOf = (kinds: readonly Kind[], letter: string): string | undefined =>
  kinds.find((kind) => kind.letter === letter.toUpperCase())?.role;

/** The square of a script's coordinates, which count from 0. */
export const squareName = (x: number, y: number): string => `${fileLetter(x)}${y + 1}`;

/** The coordinates of a square, counted from 0. */
export const coordinates = (square: string): { readonly x: number; readonly y: number } => ({
  x: square.charCodeAt(0) - 97,
  y: Number(square.slice(1)) - 1,
});

/** A move in the fields of the contract, as the script receives it. */
export function moveArgument(move: ScriptMove): { readonly [name: string]: number | string } {
  const to = coordinates(move.to);
  if (move.kind === 'drop') return { drop: move.role, to_x: to.x, to_y: to.y };
  const from = coordinates(move.from);
  const onward = move.onward === undefined ? undefined : coordinates(move.onward);
  return {
    from_x: from.x,
    from_y: from.y,
    to_x: to.x,
    to_y: to.y,
    ...(move.choice === undefined ? {} : { choice: move.choice }),
    ...(onward === undefined ? {} : { then_x: onward.x, then_y: onward.y }),
  };
}
