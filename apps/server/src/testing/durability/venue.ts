/** Where the server is at the moment; whoever asks while it is down waits until it is back. */
export type Venue = {
  opens(address: string): void;
  closes(): void;
  find(): Promise<string>;
};

export function openVenue(): Venue {
  let address: string | null = null;
  let waiting: ((address: string) => void)[] = [];
  return {
    opens(at) {
      address = at;
      for (const go of waiting) go(at);
      waiting = [];
    },
    closes() {
      address = null;
    },
    find: () => (address === null ? new Promise((go) => waiting.push(go)) : Promise.resolve(address)),
  };
}
