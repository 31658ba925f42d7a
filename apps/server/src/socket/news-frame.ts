import type { News, PersonalView } from '@chessmith/game';
import { newsSerialiser } from '@chessmith/protocol/serialise';
import type { NewsEvent } from '@chessmith/service';

/** Writes news frames. */
export type NewsFrames = (subscription: string, game: string, event: NewsEvent) => string;

/**
 * Remembers the last texts: subscribers of one game are served one after another, most of them have the same news under the
 * same key, and watchers have the same view.
 */
export function newsFrames(): NewsFrames {
  const serialiseNews = newsSerialiser();
  let lastNews: readonly News[] | undefined;
  let lastSubscription = '';
  let newsText = '';
  let lastView: PersonalView | undefined;
  let viewText = '';
  return (subscription, game, { news, personalView }) => {
    if (news !== lastNews || subscription !== lastSubscription) {
      newsText = `{"type":"news","subscription":${JSON.stringify(subscription)},"game":"${game}","news":${serialiseNews(news)}`;
      lastNews = news;
      lastSubscription = subscription;
    }
    if (personalView === undefined) return `${newsText}}`;
    if (personalView !== lastView) {
      viewText = JSON.stringify(personalView);
      lastView = personalView;
    }
    return `${newsText},"personalView":${viewText}}`;
  };
}
