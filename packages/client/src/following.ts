import type { api } from '@chessmith/protocol';
import { afterNews, NODES_OF_VIEW } from './after-news.js';
import type { ClientResult, Problem } from './problem.js';
import type { SubscribeOptions, Subscription, SubscriptionEvent } from './subscriptions.js';

export type FollowEvents = {
  /** The current game; its clocks show the time at this moment. */
  view(view: api.GameView): void;
  /** Events that are sent once: chat and presence. */
  news?(news: api.News): void;
  /** The game does not exist, or the caller may not see it. No further event follows. */
  refused?(problem: Problem): void;
};

/**
 * Keeps the view of one game up to date. News brings the public changes and the personal view with the legal moves. After a
 * reconnect, missed news comes without it, so the client asks for a view.
 */
export function follow(
  game: string,
  events: FollowEvents,
  connection: {
    subscribe(options: SubscribeOptions, listener: (event: SubscriptionEvent) => void): Subscription;
    view(game: string): ClientResult<api.GameView>;
    now(): number;
  },
): Subscription {
  let view: api.GameView | null = null;
  let shownAt = 0;
  let isOver = false;
  let request: 'none' | 'pending' | 'repeat' = 'none';

  function show(next: api.GameView): void {
    view = next;
    shownAt = connection.now();
    events.view(next);
  }

  async function requestView(): Promise<void> {
    if (request !== 'none') {
      request = 'repeat';
      return;
    }
    request = 'pending';
    const response = await connection.view(game);
    const isStale = (request as string) === 'repeat';
    request = 'none';
    if (isOver) return;
    if (response.ok && (view === null || response.value.version >= view.version)) show(response.value);
    if (isStale) await requestView();
  }

  function onEvent(event: SubscriptionEvent): void {
    if (isOver) return;
    if (event.kind === 'refused') {
      isOver = true;
      events.refused?.(event.problem);
      return;
    }
    if (event.kind === 'snapshot') {
      show(event.view);
      return;
    }
    let next = view === null ? null : advanced(view, connection.now() - shownAt);
    for (const news of event.news) {
      if (next !== null) next = afterNews(next, news);
      events.news?.(news);
    }
    const personalView = event.kind === 'news' ? event.personalView : undefined;
    const isNew = next !== null && next.version !== view?.version;
    if (next !== null && isNew) show(personalView === undefined ? withoutChoices(next) : { ...next, ...personalView });
    if ((isNew && personalView === undefined) || event.kind === 'missed') void requestView();
  }

  const subscription = connection.subscribe(
    { game, node: [...NODES_OF_VIEW, 'ChatEvent', 'WatchersUpdateEvent'], personalView: true },
    onEvent,
  );
  return {
    unsubscribe() {
      isOver = true;
      subscription.unsubscribe();
    },
  };
}

/** Removes the legal moves of the old position until the server sends the new ones. */
const withoutChoices = (view: api.GameView): api.GameView => ({
  ...view,
  board: view.board && { ...view.board, choices: [], claims: [] },
});

/** Advances what counts down: the running clock, or the time for a first move. */
function advanced(view: api.GameView, passedMs: number): api.GameView {
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
