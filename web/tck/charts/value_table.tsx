import type { CSSProperties, ReactElement } from "react";
import type { Series } from "./series.ts";
import type { PlottedChart } from "./use_plot.ts";

/** All values as a table, for screen readers only. */
export function ValueTable(
  { label, chart: { index, formatValue }, series }: {
    label: string;
    chart: PlottedChart;
    series: readonly Series[];
  },
): ReactElement {
  return (
    <div className="kit-visually-hidden" style={HIDDEN}>
      <table>
        <caption>{label}</caption>
        {series.length > 1 && (
          <thead>
            <tr>
              <td />
              {series.map(({ name }, column) => <th key={column} scope="col">{name}</th>)}
            </tr>
          </thead>
        )}
        <tbody>
          {index.names.map((name, row) => (
            <tr key={row}>
              <th scope="row">{name}</th>
              {series.map(({ values }, column) => {
                const value = values[row]!;
                return <td key={column}>{value === null ? "–" : formatValue(value)}</td>;
              })}
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
