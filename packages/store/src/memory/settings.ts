import type { Json, Settings } from '@chessmith/service';

export function memorySettings(assertOpen: () => void): Settings {
  const settings = new Map<string, Json>();
  return {
    async get(name) {
      return settings.get(name);
    },
    async set(name, value) {
      assertOpen();
      settings.set(name, value);
    },
    async remove(name) {
      assertOpen();
      settings.delete(name);
    },
  };
}
