/** What the address asks for. */
export type Route =
  | { readonly page: 'start' }
  | { readonly page: 'game'; readonly game: string }
  | { readonly page: 'code'; readonly code: string }
  | { readonly page: 'unknown' };

export function routeOf(path: string): Route {
  const [first = '', second, ...rest] = path.split('/').slice(1).map(decodeURIComponent);
  if (first === '' && second === undefined) return { page: 'start' };
  if (second === undefined || second === '' || rest.length > 0) return { page: 'unknown' };
  if (first === 'g') return { page: 'game', game: second };
  if (first === 'j') return { page: 'code', code: second };
  return { page: 'unknown' };
}

let route = $state.raw(routeOf(location.pathname));

addEventListener('popstate', () => {
  route = routeOf(location.pathname);
});

export const here = {
  get route() {
    return route;
  },
};

/** Goes to another page of ours without loading anything. */
export function go(path: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  route = routeOf(path);
  scrollTo(0, 0);
}

/** For links to our own pages: a plain click stays in the page, and everything else is the browser's. */
export function follow(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(event.currentTarget.pathname);
}
