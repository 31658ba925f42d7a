import type { Json } from './listed-situation.js';

/** Small values that a server stores about itself, by name. */
export interface Settings {
  get(name: string): Promise<Json | undefined>;
  set(name: string, value: Json): Promise<void>;
  remove(name: string): Promise<void>;
}
