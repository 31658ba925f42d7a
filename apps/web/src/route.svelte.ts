/** The page that an address names. */
export type Route =
  | { readonly page: 'start' }
  | { readonly page: 'game'; readonly game: string }
  | { readonly page: 'code'; readonly code: string }
  | { readonly page: 'rules' }
  | { readonly page: 'ruleset'; readonly ruleset: string }
  /** `from`: the ruleset whose source is edited. */
  | { readonly page: 'write'; readonly from: string | null }
  /** A document of `docs/`, by its file name. */
  | { readonly page: 'docs'; readonly name: string }
  | { readonly page: 'unknown' };

/** Parses an address without its host, such as `/write?from=…`. */
export function routeOf(address: string): Route {
  const { pathname, searchParams } = new URL(address, 'http://here');
  const [first = '', second, ...rest] = pathname.split('/').slice(1).map(decoded);
  if (second === undefined) {
    if (first === '') return { page: 'start' };
    if (first === 'rules') return { page: 'rules' };
    return first === 'write' ? { page: 'write', from: searchParams.get('from') } : { page: 'unknown' };
  }
  if (second === '' || rest.length > 0) return { page: 'unknown' };
  if (first === 'g') return { page: 'game', game: second };
  if (first === 'j') return { page: 'code', code: second };
  if (first === 'docs') return { page: 'docs', name: second };
  return first === 'r' ? { page: 'ruleset', ruleset: second } : { page: 'unknown' };
}

/** A lone percent sign is kept as it is. */
function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

let route = $state.raw(routeOf(location.pathname + location.search));

addEventListener('popstate', () => {
  route = routeOf(location.pathname + location.search);
});

export const here = {
  get route() {
    return route;
  },
};

/** Shows another page without loading the document again. */
export function go(address: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
  route = routeOf(address);
  scrollTo(0, 0);
  // The focused element is gone; keyboards and screen readers continue at the top of the new page.
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** Handles plain clicks on links within the site; the browser handles all others, such as Ctrl-click. */
export function follow(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(event.currentTarget.pathname + event.currentTarget.search);
}
