import { type News, newsText } from '@chessmith/game';
import type { NewsEvent } from '@chessmith/service';

let framedNews: readonly News[] | undefined;
let framedFor = '';
let lastOpenFrame = '';
let lastFrame = '';

/** The frame in which a subscription is told news. Most clients call the one to their game by the same name. */
export function newsFrame(subscription: string, game: string, { news, personalView }: NewsEvent): string {
  if (news !== framedNews || subscription !== framedFor) {
    const name = JSON.stringify(subscription);
    lastOpenFrame = `{"type":"news","subscription":${name},"game":"${game}","news":${newsText(news)}`;
    lastFrame = `${lastOpenFrame}}`;
    framedNews = news;
    framedFor = subscription;
  }
  return personalView === undefined ? lastFrame : `${lastOpenFrame},"personalView":${personalView}}`;
}
