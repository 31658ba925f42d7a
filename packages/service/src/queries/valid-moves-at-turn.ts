import { type Chance, type Choice, listMoves, type Referee } from '@chessmith/rules';
import { err, ok } from '@chessmith/std';
import { refusal } from '../codes.js';
import type { MoveRecord } from '../facets/query.js';
import { NEVER, type QueryDefinition, turnIn } from './definition.js';

/** The legal moves at a turn, also by square; if requested, with the position that each leads to. */
export const validMovesAtTurn: QueryDefinition<'ValidMovesAtTurn'> = {
  key: ({ game, turn, results = false }) => `validmoves:${game}:${turn}${results ? ':results' : ''}`,
  async compute({ turn, results = false }, context) {
    const validTurn = turnIn(context, turn);
    if (!validTurn.ok) return validTurn;
    const { referee } = context;
    if (results && (referee.cost?.runsCode || referee.cost?.prepare !== undefined)) return err(RESULTS_TOO_EXPENSIVE);
    const position = await context.positionAt(validTurn.value);
    const { choices } = referee.view(position, { kind: 'watcher' });
    const moves = listMoves(referee.about, choices);
    if (results && moves.length > MAX_RESULTS) return err(RESULTS_TOO_EXPENSIVE);
    return ok({
      turn: validTurn.value,
      choices,
      moves,
      byFrom: byFrom(choices),
      results: results ? await resultsOf(referee, position, moves) : null,
    });
  },
  expiry: () => NEVER,
};

/** More moves than classical chess ever has. Each is judged while other requests wait. */
const MAX_RESULTS = 500;

const RESULTS_TOO_EXPENSIVE = refusal(
  'game/results-too-expensive',
  'Results are too expensive to compute for this ruleset. Leave `results` out.',
);

function byFrom(choices: readonly Choice[]): { readonly [from: string]: readonly string[] } {
  const targets = new Map<string, Set<string>>();
  for (const choice of choices) {
    if (choice.kind !== 'move') continue;
    const known = targets.get(choice.from) ?? new Set();
    for (const to of choice.to) known.add(to);
    targets.set(choice.from, known);
  }
  return Object.fromEntries([...targets].map(([from, to]) => [from, [...to]]));
}

/** Never used for a result: a move whose ruling uses chance is left out. */
const UNUSED_CHANCE: Chance = { int: () => 0, real: () => 0 };

async function resultsOf(
  referee: Referee,
  position: unknown,
  moves: readonly string[],
): Promise<readonly MoveRecord[]> {
  const results: MoveRecord[] = [];
  for (const move of moves) {
    const ruling = await referee.judge(position, move, UNUSED_CHANCE);
    if (!ruling.ok || ruling.value.usedChance) continue;
    const { notation, after } = ruling.value;
    results.push({ move: notation, position: referee.view(after, { kind: 'watcher' }).notation });
  }
  return results;
}
