const CALM = '/favicon.svg';
const CALLING = '/favicon-calling.svg';

/** Marks the tab with another icon while it is hidden, until the reader looks at it. */
export function openAttention() {
  let isCalling = $state(false);

  function show(calling: boolean): void {
    isCalling = calling;
    document.querySelector('link[rel="icon"]')?.setAttribute('href', calling ? CALLING : CALM);
  }
  const seen = () => {
    if (!document.hidden) show(false);
  };
  document.addEventListener('visibilitychange', seen);

  return {
    get isCalling() {
      return isCalling;
    },
    /** Does nothing while the page can be seen. */
    call(): void {
      if (document.hidden) show(true);
    },
    close(): void {
      document.removeEventListener('visibilitychange', seen);
      show(false);
    },
  };
}
