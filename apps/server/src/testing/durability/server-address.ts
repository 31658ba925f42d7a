/** The current address of a server that restarts. `get` waits while the server is down. */
export type ServerAddress = {
  set(address: string): void;
  clear(): void;
  get(): Promise<string>;
};

export function serverAddress(): ServerAddress {
  let address: string | null = null;
  let waiting: ((address: string) => void)[] = [];
  return {
    set(value) {
      address = value;
      for (const resolve of waiting) resolve(value);
      waiting = [];
    },
    clear() {
      address = null;
    },
    get: () => (address === null ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(address)),
  };
}
