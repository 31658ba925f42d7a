import type { Json } from './listed-situation.js';

/** Small things that a server remembers about itself, by name. */
export interface Settings {
  get(name: string): Promise<Json | undefined>;
  set(name: string, value: Json): Promise<void>;
  remove(name: string): Promise<void>;
}
