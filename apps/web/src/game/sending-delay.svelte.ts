/** An answer that has not come by then is told to be on its way. */
const LATE_MS = 1000;

/** Tells those who wait for answers whether one of them takes long. */
export function openSendingDelay() {
  let late = $state(0);
  return {
    get isTried() {
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
