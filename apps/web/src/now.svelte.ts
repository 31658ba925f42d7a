/** The time by `performance.now()`, looked at again and again while somebody wants to know; for a component. */
export function openNow(isWanted: () => boolean, everyMs: number): { readonly now: number } {
  let now = $state(performance.now());
  $effect(() => {
    if (!isWanted()) return;
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
