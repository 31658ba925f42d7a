/** How long half, 99 of 100 and the slowest of all have waited. */
export function quantiles(waitsMs: readonly number[]): string {
  const sorted = [...waitsMs].sort((a, b) => a - b);
  const at = (share: number): string =>
    sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)]!.toFixed(1);
  return `${at(0.5)} ms (half), ${at(0.99)} ms (99 of 100), ${at(0.999)} ms (999 of 1000), ${at(1)} ms (all)`;
}
