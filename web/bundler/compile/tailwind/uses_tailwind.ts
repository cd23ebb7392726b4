/** Whether a stylesheet uses what only Tailwind understands. */
export function usesTailwind(css: string): boolean {
  return findTailwind(css) >= 0;
}

/** The offset of what only Tailwind understands in a stylesheet, or -1. */
export function findTailwind(css: string): number {
  return searchOutsideComments(
    css,
    /@(?:theme|apply|reference|tailwind|utility|variant|custom-variant|plugin|config|source)(?=[\s{(;"'])|@import\s+["']tailwindcss(?=[/"'])/,
  );
}

/** The offset of the first match outside comments, or -1. */
export function searchOutsideComments(css: string, pattern: RegExp): number {
  return blankComments(css).search(pattern);
}

/** A stylesheet with spaces in place of its comments. */
export function blankComments(css: string): string {
  return css.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, (comment) => " ".repeat(comment.length));
}
