import { type Color, opposite } from '@chessmith/rules';
import { colorName } from './ends.js';

/** What one side has taken and how far it is ahead, for those who do not see the small pictures; empty if it is nothing. */
export function materialWords(color: Color, taken: readonly string[], ahead: number): string {
  const counts = [...new Set(taken)].map((role) => {
    const count = taken.filter((one) => one === role).length;
    return count === 1 ? role : `${count} ${role}s`;
  });
  const lost = counts.length === 0 ? [] : [`${colorName(opposite(color))} has lost ${counts.join(', ')}`];
  const points = ahead === 0 ? [] : [`${colorName(color)} is ${ahead} ${ahead === 1 ? 'point' : 'points'} ahead`];
  return [...lost, ...points].join('; ');
}
