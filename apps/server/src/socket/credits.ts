/** What one connection may ask for: a burst, and then so many messages a second. */
export type Credits = {
  /** False when the sender has to wait. */
  spend(nowMs: number): boolean;
};

export function openCredits({ burst, perSecond }: { readonly burst: number; readonly perSecond: number }): Credits {
  let left = burst;
  let since: number | undefined;
  return {
    spend(nowMs) {
      left = Math.min(burst, left + ((since === undefined ? 0 : nowMs - since) * perSecond) / 1000);
      since = nowMs;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
