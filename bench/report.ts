import type { Duel } from './duel.js';

/** Prints a result as `name ratio x peer`, followed by both rates. */
export function report(name: string, peer: string, unit: string, { ratio, ours, theirs }: Duel): void {
  const shown = ratio >= 10 ? ratio.toFixed(1) : ratio.toFixed(2);
  console.log(`${name} ${shown} x ${peer} (${round(ours)} against ${round(theirs)} ${unit} per CPU-second)`);
}

const round = (rate: number): string => Math.round(rate).toLocaleString('en');
