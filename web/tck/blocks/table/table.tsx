import type { ReactElement, ReactNode } from "react";
import { useBidi } from "../use_bidi.tsx";
import { namesOf, type StyledProps } from "../class_names.ts";
import { laidOut } from "../../layout/registry.ts";
import { readTable } from "./table_model.ts";

const TABLE = laidOut(readTable);

/** A column of a `Table`. */
export interface TableColumn<Key extends string = string> {
  /** The key of its values in the rows. */
  readonly key: Key;
  /** Its heading. */
  readonly label: ReactNode;
  /**
   * Where its values are. Use `end` for numbers.
   *
   * @default "start"
   */
  readonly align?: "start" | "center" | "end" | undefined;
  /**
   * The order in which a table that is too wide drops columns, one by one: those of 3, then those of 2, each from the last
   * one on, and those of 1 never.
   *
   * @default 1 for the first two columns, 2 for the third and fourth, 3 for the others
   */
  readonly priority?: 1 | 2 | 3 | undefined;
}

interface TableProps<Key extends string> extends StyledProps {
  /** What the table shows. Screen readers read it first. */
  readonly label: string;
  /** The columns. The first one is the heading of each row. */
  readonly columns: readonly TableColumn<Key>[];
  /** The rows, each with a value for each column. */
  readonly rows: readonly { readonly [key in Key]?: ReactNode }[];
  /**
   * Whether the headings of the columns are shown. Screen readers read them anyway.
   *
   * @default true
   */
  readonly header?: boolean | undefined;
  /** The index of the row that counts now: it stands out. */
  readonly current?: number | undefined;
}

/**
 * A table with aligned columns. Where its rows do not fit in one line, it drops columns by their priority. A card of a fixed
 * size shows as many rows as fit and the number of the others, such as `+3`.
 *
 * @example
 * ```tsx
 * import { Table } from "@tck/kit";
 * const shares = (
 *   <Table
 *     label="Shares at the close"
 *     columns={[
 *       { key: "name", label: "Share" },
 *       { key: "price", label: "Price", align: "end" },
 *       { key: "change", label: "Change", align: "end" },
 *     ]}
 *     rows={[{ name: "Siemens", price: "181.20", change: "+0.8 %" }, { name: "SAP", price: "233.10", change: "−0.2 %" }]}
 *   />
 * );
 * ```
 */
export function Table<const Key extends string>(
  { label, columns, rows, header = true, current, className }: TableProps<Key>,
): ReactElement {
  const { isolate } = useBidi();
  const shown = columns.map((column, index) => ({
    ...column,
    cell: { "data-align": column.align, "data-priority": column.priority ?? defaultPriority(index) },
  }));
  return (
    <div ref={TABLE} className={namesOf("kit-table-frame", className)}>
      <table className="kit-table">
        <caption className="kit-visually-hidden">{label}</caption>
        <thead className={header ? undefined : "kit-visually-hidden"}>
          <tr>
            {shown.map(({ key, label, cell }) => <th key={key} scope="col" {...cell}>{isolate(label)}</th>)}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} aria-current={index === current || undefined}>
              {shown.map(({ key, cell }, column) =>
                column === 0
                  ? <th key={key} scope="row" {...cell}>{isolate(row[key])}</th>
                  : <td key={key} {...cell}>{isolate(row[key])}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="kit-more" />
    </div>
  );
}

function defaultPriority(index: number): 1 | 2 | 3 {
  if (index < 2) return 1;
  return index < 4 ? 2 : 3;
}
