/**
 * The largest of some sizes at which a text fits, or null if it fits at none. It asks as rarely as possible, because each
 * question lays the text out.
 *
 * @param sizes from the smallest to the largest
 * @param fits a text that fits at a size fits at each smaller one
 */
export function largestSize(
  sizes: readonly number[],
  fits: (size: number) => boolean,
): number | null {
  let [fitting, excessive] = [-1, sizes.length];
  while (excessive - fitting > 1) {
    const middle = Math.floor((fitting + excessive) / 2);
    if (fits(sizes[middle]!)) fitting = middle;
    else excessive = middle;
  }
  return sizes[fitting] ?? null;
}
