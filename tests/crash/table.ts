/** Formats rows as a table with aligned columns and a line below the heading. */
export function formatTable(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heading.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0))
  );
  const format = (row: readonly string[]) =>
    widths.map((width, column) => (row[column] ?? "").padEnd(width)).join("  ").trimEnd();
  const line = widths.map((width) => "-".repeat(width));
  return `${[heading, line, ...rows].map(format).join("\n")}\n`;
}
