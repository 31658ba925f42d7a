import type { api } from '@chessmith/protocol';
import { afterNews, NODES_OF_VIEW } from './after-news.js';
import type { ClientResult, Problem } from './problem.js';
import type { SubscribeOptions, Subscription, SubscriptionEvent } from './subscriptions.js';

export type FollowEvents = {
  /** The game as it is now; its clocks show what stood on them at this moment. */
  view(view: api.GameView): void;
  /** What is told once and not again: chat, who is here. */
  news?(news: api.News): void;
  /** There is no such game, or it is not for this person. Nothing more will be heard. */
  refused?(problem: Problem): void;
};

/**
 * Keeps a view of one game up to date from the news, and from what comes along with them: legal moves, and what only this
 * person sees. What was missed while there was no connection does not come along; then the server is asked.
 */
export function follow(
  game: string,
  events: FollowEvents,
  around: {
    subscribe(options: SubscribeOptions, listener: (heard: SubscriptionEvent) => void): Subscription;
    view(game: string): ClientResult<api.GameView>;
    now(): number;
  },
): Subscription {
  let view: api.GameView | null = null;
  let shownAt = 0;
  let isOver = false;
  let asked: 'no' | 'yes' | 'again' = 'no';

  function show(next: api.GameView): void {
    view = next;
    shownAt = around.now();
    events.view(next);
  }

  async function look(): Promise<void> {
    if (asked !== 'no') {
      asked = 'again';
      return;
    }
    asked = 'yes';
    const answer = await around.view(game);
    const isStale = (asked as string) === 'again';
    asked = 'no';
    if (isOver) return;
    if (answer.ok && (view === null || answer.value.version >= view.version)) show(answer.value);
    if (isStale) await look();
  }

  function hear(heard: SubscriptionEvent): void {
    if (isOver) return;
    if (heard.kind === 'refused') {
      isOver = true;
      events.refused?.(heard.problem);
      return;
    }
    if (heard.kind === 'snapshot') {
      show(heard.view);
      return;
    }
    let next = view === null ? null : charged(view, around.now() - shownAt);
    for (const news of heard.news) {
      if (next !== null) next = afterNews(next, news);
      events.news?.(news);
    }
    const personalView = heard.kind === 'news' ? heard.personalView : undefined;
    const isNew = next !== null && next.version !== view?.version;
    if (next !== null && isNew) show(personalView === undefined ? unasked(next) : { ...next, ...personalView });
    if ((isNew && personalView === undefined) || heard.kind === 'missed') void look();
  }

  const subscription = around.subscribe(
    { game, node: [...NODES_OF_VIEW, 'ChatEvent', 'WatchersUpdateEvent'], personalView: true },
    hear,
  );
  return {
    unsubscribe() {
      isOver = true;
      subscription.unsubscribe();
    },
  };
}

/** The view without what could be done before the news: nobody should play by it until the server was asked. */
const unasked = (view: api.GameView): api.GameView => ({
  ...view,
  board: view.board && { ...view.board, choices: [], claims: [] },
});

/** The view with what counts down brought up to date: the running clock, or the time for a first move. */
function charged(view: api.GameView, passedMs: number): api.GameView {
  const { clocks } = view;
  if (clocks === null) return view;
  const { running, remainingMs, abortInMs } = clocks;
  const left = (ms: number) => Math.max(0, ms - passedMs) as typeof remainingMs.white;
  return {
    ...view,
    clocks: {
      running,
      remainingMs: running === null ? remainingMs : { ...remainingMs, [running]: left(remainingMs[running]) },
      abortInMs: abortInMs === null ? null : left(abortInMs),
    },
  };
}
