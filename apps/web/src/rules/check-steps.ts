import type { CheckProgress } from '@chessmith/client';
import { t } from '../messages/variants.js';

/** The step a check is at; null while it is queued. */
export function stepWords(progress: CheckProgress | null): string {
  switch (progress?.step) {
    case undefined:
      return t('check.queued');
    case 'reading':
      return t('check.reading');
    case 'start':
      return t('check.start');
    case 'self-play':
      return t('check.selfPlay');
    case 'theories':
      return t('check.theories');
  }
}

/** How far the step has come; empty where it cannot be counted. */
export function countWords(progress: CheckProgress | null): string {
  if (progress === null) return '';
  const { step, done, of, moves = 0 } = progress;
  if (step === 'self-play') return t('check.gamesDone', { done, games: of, moves });
  return step === 'theories' ? t('check.theoriesDone', { done, theories: of }) : '';
}
