/** Delay before the page says "Sending…". */
const LATE_MS = 1000;

/** Counts the answers of the server that are late. */
export function sendingDelay() {
  let late = $state(0);
  return {
    get isLate() {
      return late > 0;
    },
    async wait<T>(answer: Promise<T>): Promise<T> {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        late += 1;
      }, LATE_MS);
      try {
        return await answer;
      } finally {
        clearTimeout(timer);
        if (isLate) late -= 1;
      }
    },
  };
}
