/** The time by `performance.now()`, updated every `everyMs` while `isNeeded`; for use in a component. */
export function currentTime(isNeeded: () => boolean, everyMs: number): { readonly now: number } {
  let now = $state(performance.now());
  $effect(() => {
    if (!isNeeded()) return;
    now = performance.now();
    const timer = setInterval(() => {
      now = performance.now();
    }, everyMs);
    return () => clearInterval(timer);
  });
  return {
    get now() {
      return now;
    },
  };
}
