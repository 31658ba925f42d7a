import type { Json, Settings } from '@chessmith/service';

export function memorySettings(guard: () => void): Settings {
  const settings = new Map<string, Json>();
  return {
    async get(name) {
      return settings.get(name);
    },
    async set(name, value) {
      guard();
      settings.set(name, value);
    },
    async remove(name) {
      guard();
      settings.delete(name);
    },
  };
}
