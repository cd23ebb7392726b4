import type { CSSProperties, ReactElement, ReactNode } from "react";
import type { WidgetSize } from "@tck/kit";
import { useShellState } from "../shell_context.ts";

/** The container of a card: its size in grid cells, or with `fill-auto` the column's width and the content's height. */
export function CardSlot({ size, children }: { size: WidgetSize | null; children: ReactNode }): ReactElement {
  const { url } = useShellState();
  if (size === null || size === "fill-auto") {
    return <div className="shell-slot" data-width={url.feedWidth}>{children}</div>;
  }
  const [columns, rows] = size.split("x");
  return (
    <div
      className="shell-slot"
      data-size={size}
      style={{ "--columns": columns, "--rows": rows } as CSSProperties}
    >
      {children}
    </div>
  );
}
