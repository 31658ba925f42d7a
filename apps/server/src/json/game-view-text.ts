import type { TimelessView } from '@chessmith/game';
import type { SharedView } from '@chessmith/service';

/** Texts live as long as their views: until the next fact of the game. */
const texts = new WeakMap<TimelessView, string>();

/** A game view as JSON. Everything but the clocks is written once for all viewers who see the same. */
export function gameViewText({ view, clocks }: SharedView): string {
  let text = texts.get(view);
  if (text === undefined) {
    text = JSON.stringify(view).slice(0, -1);
    texts.set(view, text);
  }
  return `${text},"clocks":${JSON.stringify(clocks)}}`;
}
