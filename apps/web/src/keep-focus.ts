/**
 * Keeps the keyboard's place when the focused element is removed, for example a button that was pressed. The focus moves to the nearest
 * enclosing section, form or main; browsers would move it to the top of the page.
 */
export function keepFocus(root: HTMLElement): () => void {
  /** The focused element and its ancestors. */
  let path: readonly Element[] = [];
  const note = ({ target }: FocusEvent) => {
    path = target instanceof Element ? ancestorsOf(target, root) : [];
  };
  // A click beside all controls removes the focus on purpose.
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

/** Elements with a name or a heading, which screen readers announce. */
const PARTS = 'section, form, main';

function ancestorsOf(element: Element, root: Element): readonly Element[] {
  const parent = element === root ? null : element.parentElement;
  return parent === null ? [element] : [element, ...ancestorsOf(parent, root)];
}
