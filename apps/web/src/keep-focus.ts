/**
 * Keeps the keyboard where it is when the focused element goes away, as many a button does that has been pressed. The focus moves to
 * the nearest part of the page around it that is still there; by itself it would fall back to the top of the page.
 */
export function keepFocus(root: HTMLElement): () => void {
  /** The focused element, and all around it. */
  let path: readonly Element[] = [];
  const note = ({ target }: FocusEvent) => {
    path = target instanceof Element ? around(target, root) : [];
  };
  // A click on nothing in particular takes the focus away on purpose.
  const forget = () => {
    path = [];
  };
  const observer = new MutationObserver(() => {
    const [focused, ...rest] = path;
    if (focused === undefined || focused.isConnected || document.activeElement !== document.body) return;
    const next = rest.find((element) => element.isConnected && element.matches(PARTS));
    if (!(next instanceof HTMLElement)) return;
    if (!next.hasAttribute('tabindex')) next.tabIndex = -1;
    next.focus({ preventScroll: true });
  });
  root.addEventListener('focusin', note);
  document.addEventListener('pointerdown', forget, true);
  observer.observe(root, { childList: true, subtree: true });
  return () => {
    root.removeEventListener('focusin', note);
    document.removeEventListener('pointerdown', forget, true);
    observer.disconnect();
  };
}

/** Parts of a page that have a name or a heading. */
const PARTS = 'section, form, main';

function around(element: Element, root: Element): readonly Element[] {
  const parent = element === root ? null : element.parentElement;
  return parent === null ? [element] : [element, ...around(parent, root)];
}
