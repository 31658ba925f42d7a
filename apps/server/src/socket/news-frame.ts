import { type News, newsJson } from '@chessmith/game';
import type { NewsEvent } from '@chessmith/service';

let framedNews: readonly News[] | undefined;
let framedFor = '';
let lastOpenFrame = '';
let lastFrame = '';

/** Writes a news frame. Caches the last one, since the players' subscriptions usually have the same key. */
export function newsFrame(subscription: string, game: string, { news, personalView }: NewsEvent): string {
  if (news !== framedNews || subscription !== framedFor) {
    const name = JSON.stringify(subscription);
    lastOpenFrame = `{"type":"news","subscription":${name},"game":"${game}","news":${newsJson(news)}`;
    lastFrame = `${lastOpenFrame}}`;
    framedNews = news;
    framedFor = subscription;
  }
  return personalView === undefined ? lastFrame : `${lastOpenFrame},"personalView":${personalView}}`;
}
