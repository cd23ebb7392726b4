import type { ReactElement } from "react";
import { inkOf, type InkProps } from "./ink.ts";
import { useBidi } from "./use_bidi.tsx";

/** A colour and what it stands for. */
export interface LegendEntry extends InkProps {
  readonly label: string;
  /** The value as text. */
  readonly value?: string | undefined;
}

/** The swatch, label and value of each entry, for the eye only. A small card drops it. */
export function Legend({ entries }: { entries: readonly LegendEntry[] }): ReactElement {
  const { directionOf, isolate } = useBidi();
  return (
    <ul className="kit-legend" aria-hidden="true">
      {entries.map((entry, index) => (
        <li key={index} style={inkOf(entry)}>
          <span className="kit-swatch" />
          <span className="kit-legend-label" dir={directionOf(entry.label)}>{entry.label}</span>
          {entry.value !== undefined && <span className="kit-legend-value">{isolate(entry.value)}</span>}
        </li>
      ))}
    </ul>
  );
}
