import { type News, newsText } from '@chessmith/game';

let framedNews: readonly News[] | undefined;
let framedFor = '';
let lastFrame = '';

/** The frame in which a subscription is told news. Most clients call the one to their game by the same name. */
export function newsFrame(subscription: string, game: string, news: readonly News[]): string {
  if (news !== framedNews || subscription !== framedFor) {
    const name = JSON.stringify(subscription);
    lastFrame = `{"type":"news","subscription":${name},"game":"${game}","news":${newsText(news)}}`;
    framedNews = news;
    framedFor = subscription;
  }
  return lastFrame;
}
