/** Median, p99, p99.9 and maximum as text. */
export function formatLatency(waitsMs: readonly number[]): string {
  const sorted = [...waitsMs].sort((a, b) => a - b);
  const at = (share: number): string =>
    sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)]!.toFixed(1);
  return `median ${at(0.5)} ms, p99 ${at(0.99)} ms, p99.9 ${at(0.999)} ms, maximum ${at(1)} ms`;
}
