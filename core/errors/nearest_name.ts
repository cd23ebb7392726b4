/**
 * The name that was probably meant by a misspelt one, or null: the known name with the fewest letters added, removed,
 * replaced or swapped, up to a third of the longer name.
 *
 * @param name the misspelt name
 * @param known the names to choose from
 */
export function nearestName(name: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  let fewest = Infinity;
  for (const candidate of known) {
    const longer = Math.max(name.length, candidate.length);
    if (longer > MAX_LENGTH) continue;
    const edits = countEdits(name, candidate);
    if (edits <= Math.max(1, Math.floor(longer / 3)) && edits < fewest) {
      best = candidate;
      fewest = edits;
    }
  }
  return best;
}

/** Longer names are not compared: the time grows with the square of the length. */
const MAX_LENGTH = 64;

/** The optimal string alignment distance. */
function countEdits(left: string, right: string): number {
  const rows = [Array.from({ length: right.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= left.length; row++) {
    const above = rows[row - 1]!;
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped = row > 1 && column > 1 && left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1];
      current.push(Math.min(
        above[column]! + 1,
        current[column - 1]! + 1,
        above[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? rows[row - 2]![column - 2]! + 1 : Infinity,
      ));
    }
    rows.push(current);
  }
  return rows[left.length]![right.length]!;
}
