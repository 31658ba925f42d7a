import type { Choice, View } from '@chessmith/rules';
import { parseScriptMove, squareName } from '../contract/moves.js';
import { letterFor } from '../contract/record.js';
import type { ScriptCard, ScriptState } from '../contract/state.js';
import { outcomeOf, type ScriptPosition } from './position.js';

/** The part of a position that clients see. `additional_data` is left out, because it may be secret. */
export function viewOf(card: ScriptCard, position: ScriptPosition): View {
  const { state, ply, before } = position;
  const { pieces, turn, message, reason, highlights } = state;
  const outcome = outcomeOf(card, position);
  return {
    turn,
    ply,
    pieces: pieces.map(({ square, role, color }) => ({ square, role, color })),
    choices: outcome === null ? choicesOf(card, state) : [],
    check: [],
    claims: [],
    canWin: { white: true, black: true },
    outcome,
    notation: `${placement(card, state)} ${turn === 'white' ? 'w' : 'b'} - - ${before + ply}`,
    extra: {
      plyCap: card.plyCap,
      ...(before === 0 ? {} : { pliesBefore: before }),
      ...(message === undefined ? {} : { message }),
      ...(reason === undefined ? {} : { reason }),
      ...(highlights === undefined ? {} : { highlights }),
    },
  };
}

/** The piece placement as in FEN, with the letters of this game's kinds. */
function placement({ files, ranks, kinds }: ScriptCard, { pieces }: ScriptState): string {
  const letters = new Map(kinds.map(({ role, letter }) => [role, letter]));
  const placed = new Map(pieces.map(({ square, role, color }) => [square, letterFor(letters.get(role)!, color)]));
  const rows = Array.from({ length: ranks }, (_, i) => {
    const row = Array.from({ length: files }, (_, x) => placed.get(squareName(x, ranks - 1 - i)) ?? ' ').join('');
    return row.replace(/ +/g, (gap) => String(gap.length));
  });
  return rows.join('/');
}

/** Groups the listed moves into choices: first by what is chosen with them, then by their starting square. */
function choicesOf({ kinds }: ScriptCard, { moves }: ScriptState): Choice[] {
  const plain = grouped<string>();
  const chosen = grouped<string>();
  const onwards = grouped<string>();
  const drops = grouped<string>();
  for (const text of moves) {
    const move = parseScriptMove(kinds, text)!;
    if (move.kind === 'drop') drops.add(move.role, move.to);
    else if (move.onward !== undefined) onwards.add(`${move.from} ${move.to}`, move.onward);
    else if (move.choice !== undefined) chosen.add(`${move.from} ${move.to}`, move.choice);
    else plain.add(move.from, move.to);
  }
  // Targets of one square that offer the same words form one choice.
  const promotions = grouped<string>();
  for (const [squares, words] of chosen.entries()) {
    const [from, to] = squares.split(' ') as [string, string];
    promotions.add(`${from} ${words.join(' ')}`, to);
  }
  return [
    ...plain.entries().map(([from, to]): Choice => ({ kind: 'move', from, to })),
    ...promotions.entries().map(([key, to]): Choice => {
      const [from, ...promote] = key.split(' ') as [string, ...string[]];
      return { kind: 'move', from, to, promote };
    }),
    ...onwards.entries().map(([key, onward]): Choice => {
      const [from, to] = key.split(' ') as [string, string];
      return { kind: 'move', from, to: [to], onward };
    }),
    ...drops.entries().map(([role, to]): Choice => ({ kind: 'drop', role, to })),
  ];
}

function grouped<T>(): { add(key: string, item: T): void; entries(): (readonly [string, readonly T[]])[] } {
  const groups = new Map<string, T[]>();
  return {
    add(key, item) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    },
    entries: () => [...groups],
  };
}
