/** What the name of a skipped test ends with (`nameTests`). */
const NEED = / \[needs (.*)\]$/;

/** Lists skipped tests by what they need, each need once. */
export function describeSkipped(titles: Iterable<readonly [file: string, title: string]>): string[] {
  const needs = Map.groupBy(titles, ([, title]) => NEED.exec(title)?.[1] ?? "");
  return [...needs].flatMap(([need, tests]) => [
    need === "" ? "skipped:" : `skipped for lack of ${need}:`,
    ...tests.map(([file, title]) => `  ${file}: ${title.replace(NEED, "")}`),
  ]);
}
