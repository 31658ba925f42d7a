/** Waits for a number of frames. */
export type FrameCounter = { received(): void; wait(times: number): Promise<void> };

export function frameCounter(): FrameCounter {
  let left = 0;
  let done: () => void = () => undefined;
  return {
    received() {
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
