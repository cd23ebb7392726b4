import type { CSSProperties, ReactElement } from "react";

interface ValueTableProps {
  readonly label: string;
  /** The headings of the columns after the first; none for one column. */
  readonly headings: readonly string[];
  /** Each with its name first. */
  readonly rows: readonly (readonly string[])[];
}

/** All values as a table, for screen readers only. */
export function ValueTable({ label, headings, rows }: ValueTableProps): ReactElement {
  return (
    <div className="kit-visually-hidden" style={HIDDEN}>
      <table>
        <caption>{label}</caption>
        {headings.length > 1 && (
          <thead>
            <tr>
              <td />
              {headings.map((heading, column) => <th key={column} scope="col">{heading}</th>)}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(([name, ...values], row) => (
            <tr key={row}>
              <th scope="row">{name}</th>
              {values.map((value, column) => <td key={column}>{value}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const HIDDEN: CSSProperties = {
  position: "absolute",
  inlineSize: 1,
  blockSize: 1,
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
};
