import type { CheckProgress } from '@chessmith/client';

/** What a check does at the moment; null while it waits for others to be done. */
export function stepWords(progress: CheckProgress | null): string {
  switch (progress?.step) {
    case undefined:
      return 'It waits for its turn.';
    case 'reading':
      return 'It is read.';
    case 'start':
      return 'Its start is made.';
    case 'self-play':
      return 'It plays games of random moves against itself.';
    case 'theories':
      return 'Its theories are asked from every square.';
  }
}

/** How far that has come, where it can be counted. */
export function countWords(progress: CheckProgress | null): string {
  if (progress === null) return '';
  const { step, done, of, moves = 0 } = progress;
  if (step === 'self-play') return `${done} of ${of} games ended, ${moves} ${moves === 1 ? 'move' : 'moves'}`;
  return step === 'theories' ? `${done} of ${of} theories answered` : '';
}
