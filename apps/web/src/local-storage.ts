/** What this browser keeps from one visit to the next; nothing where it may keep nothing, or has no room. */
export const stored = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, text: string): void {
    try {
      localStorage.setItem(key, text);
    } catch {
      // It holds as long as the page is open.
    }
  },
  drop(key: string): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // Then there is nothing to be dropped.
    }
  },
};
