import type { ReplayedFact } from '@chessmith/server';

/** A game as text: a line per move with its time and the position after it, and a line for every other fact. */
export function formatReplay(facts: readonly ReplayedFact[]): string {
  const [first] = facts;
  const width = Math.max(...facts.map(({ move }) => move?.length ?? 0));
  return [`Game ${first!.game}, ${first!.at}`, ...facts.map((fact) => lineOf(fact, width)), '', ''].join('\n');
}

function lineOf(fact: ReplayedFact, width: number): string {
  const { move, color, ply, tookMs, position, end } = fact;
  if (move !== null) {
    const took = `${((tookMs ?? 0) / 1000).toFixed(1)}s`;
    return line(String(ply), color ?? '', move.padEnd(width), took.padStart(8), position);
  }
  if (fact.fact === 'GameConfigured') return line('0', '', 'start'.padEnd(width), ' '.repeat(8), position);
  const what = fact.fact === 'GameEnded' && end !== null ? `${fact.fact}: ${endWords(end)}` : fact.fact;
  return `      ${(color ?? '').padEnd(5)}  ${what}`;
}

/** Positions of several lines appear only with `--json`. */
function line(ply: string, color: string, move: string, took: string, position: string | null): string {
  const shown = position === null || position.includes('\n') ? '' : `  ${position}`;
  return `${ply.padStart(4)}  ${color.padEnd(5)}  ${move}  ${took}${shown}`.trimEnd();
}

function endWords(end: NonNullable<ReplayedFact['end']>): string {
  const rule = end.kind !== 'none' && end.rule !== undefined && end.rule !== end.cause ? ` (${end.rule})` : '';
  return `${end.kind === 'win' ? `${end.winner} wins` : end.kind === 'draw' ? 'a draw' : 'no result'} by ${end.cause}${rule}`;
}
