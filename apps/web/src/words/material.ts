import { t } from '../messages/page.js';

/** Captured pieces and the lead in points, for screen readers and as a tooltip; empty if there are neither. */
export function materialWords(taken: readonly string[], ahead: number): string {
  const pieces = [...new Set(taken)].map((role) =>
    t('material.piece', { role, count: taken.filter((one) => one === role).length }),
  );
  return [
    ...(pieces.length === 0 ? [] : [t('material.captured', { pieces: pieces.join(', ') })]),
    ...(ahead === 0 ? [] : [t('material.ahead', { points: ahead })]),
  ].join('; ');
}
