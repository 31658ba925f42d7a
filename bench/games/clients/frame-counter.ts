/** Waits for so many things to be heard. */
export type Turns = { heard(): void; wait(times: number): Promise<void> };

export function openTurns(): Turns {
  let left = 0;
  let done: () => void = () => undefined;
  return {
    heard() {
      left -= 1;
      if (left === 0) done();
    },
    wait(times) {
      left = times;
      return new Promise((resolve) => {
        done = resolve;
      });
    },
  };
}
