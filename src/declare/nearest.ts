/** The known word that was probably meant; null where none is close. */
export function nearest(word: string, known: readonly string[]): string | null {
  const close = known
    .map((candidate) => ({ candidate, distance: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return close[0]?.candidate ?? null;
}

/** Edits between two words, a swap of neighbours counting as one. Long words are not compared. */
function distance(a: string, b: string): number {
  if (a.length > 40) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const swap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const edits = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1)];
      if (swap) edits.push((before[j - 2] ?? 0) + 1);
      next.push(Math.min(...edits));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
