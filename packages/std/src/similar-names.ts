/** Up to three names that a user who typed `text` may have meant, the nearest first. */
export function similarNames(text: string, names: readonly string[]): readonly string[] {
  const typed = text.slice(0, LONGEST).toLowerCase();
  return names
    .map((name) => ({ name, distance: isPartOf(typed, name) ? 0 : distance(typed, name) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

const LONGEST = 40;

const isPartOf = (typed: string, name: string): boolean => typed.length > 2 && name.includes(typed);

/** Edit distance: letters added, removed, changed or swapped with their neighbour. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + change);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
