import type { ReactElement } from "react";
import { useSource } from "./use_source.ts";

interface SourceFrameProps {
  readonly file: string;
  /** One-based. */
  readonly line: number;
  /** One-based; null for the whole line. */
  readonly column: number | null;
  /** The line itself, shown until the source is there. */
  readonly lineText: string;
  /** Whether the source was edited since: only the line itself is shown. @default false */
  readonly isOutdated?: boolean;
}

/** How many lines around the line are shown. */
const MARGIN = 2;

/** A line of a source with those around it, and its character marked. */
export function SourceFrame(
  { file, line, column, lineText, isOutdated = false }: SourceFrameProps,
): ReactElement {
  const lines = useSource(file).value?.split("\n") ?? null;
  // An edit may have moved the line since the check.
  const isCurrent = !isOutdated && lines?.[line - 1]?.trim() === lineText.trim();
  const first = isCurrent ? Math.max(1, line - MARGIN) : line;
  const shown = isCurrent ? lines!.slice(first - 1, line + MARGIN) : [lineText];
  const place = [file, `line ${line}`, ...(column === null ? [] : [`column ${column}`])].join(", ");
  return (
    <pre className="shell-frame-lines" tabIndex={0} role="region" aria-label={place}>
      {shown.map((text, index) => (
        <span key={first + index} data-current={first + index === line || undefined}>
          <span className="shell-line-number">{String(first + index).padStart(4)}</span>{" "}
          <MarkedText text={text} column={first + index === line ? column : null} />
          {"\n"}
        </span>
      ))}
    </pre>
  );
}

/** A line with the character of a one-based column marked. */
function MarkedText({ text, column }: { text: string; column: number | null }): ReactElement {
  if (column === null) return <>{text}</>;
  return (
    <>
      {text.slice(0, column - 1)}
      <mark className="shell-mark">{text.slice(column - 1, column) || " "}</mark>
      {text.slice(column)}
    </>
  );
}
