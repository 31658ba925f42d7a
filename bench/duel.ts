/**
 * One contestant: does about `amount` of work and returns how much it really did. One that works in another process
 * also returns its CPU time.
 */
export type Work = (amount: number) => number | { readonly done: number; readonly cpuMs: number };

export type Duel = { readonly ours: number; readonly theirs: number; readonly ratio: number };

/**
 * Compares two contestants in work per CPU-second. They alternate in slices of equal CPU time after an equal warm-up,
 * so that disturbances of the machine affect both; the ratio is the median over the slices.
 */
export function duel(ours: Work, theirs: Work, budgetMs: number, firstAmount: number): Duel {
  const turns = 10;
  const sliceMs = budgetMs / turns;
  const oursAmount = warmUp(ours, sliceMs, firstAmount);
  const theirsAmount = warmUp(theirs, sliceMs, firstAmount);
  const rates = Array.from({ length: turns }, (_, turn) => {
    if (turn % 2 === 1) {
      const second = rateOf(theirs, theirsAmount);
      return { ours: rateOf(ours, oursAmount), theirs: second };
    }
    return { ours: rateOf(ours, oursAmount), theirs: rateOf(theirs, theirsAmount) };
  });
  return {
    ours: median(rates.map((rate) => rate.ours)),
    theirs: median(rates.map((rate) => rate.theirs)),
    ratio: median(rates.map((rate) => rate.ours / rate.theirs)),
  };
}

/** Runs for three slices and returns the amount of work that fills one. */
function warmUp(work: Work, sliceMs: number, firstAmount: number): number {
  let amount = firstAmount;
  let spentMs = 0;
  let rate = 0;
  while (spentMs < 3 * sliceMs) {
    const { done, tookMs } = measure(work, amount);
    spentMs += tookMs;
    rate = done / tookMs;
    amount = Math.max(1, Math.min(amount * 4, Math.round(rate * sliceMs)));
  }
  return Math.max(1, Math.round(rate * sliceMs));
}

function rateOf(work: Work, amount: number): number {
  const { done, tookMs } = measure(work, amount);
  return (done / tookMs) * 1000;
}

function measure(work: Work, amount: number): { readonly done: number; readonly tookMs: number } {
  const started = cpuMs();
  const did = work(amount);
  const here = cpuMs() - started;
  if (typeof did === 'number') return { done: did, tookMs: Math.max(here, 0.01) };
  return { done: did.done, tookMs: Math.max(did.cpuMs, 0.01) };
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}
