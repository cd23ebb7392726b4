import type { CSSProperties, ReactElement, ReactNode } from "react";
import type { WidgetSize } from "@tck/kit";
import { useShell } from "../shell_context.ts";

interface CardSlotProps {
  readonly size: WidgetSize | null;
  /** Whether a frame in it shows what its card has thrown, below the card. */
  readonly isFailed?: boolean;
  readonly children: ReactNode;
}

/** The container of a card: its size in grid cells, or with `fill-auto` a width and the content's height. */
export function CardSlot({ size, isFailed = false, children }: CardSlotProps): ReactElement {
  const feedWidth = useShell(({ url }) => url.feedWidth);
  const width = useShell(({ url }) => url.width);
  const [columns, rows] = size === null || size === "fill-auto" ? [] : size.split("x");
  const isFree = columns === undefined && width !== null;
  const style = { "--columns": columns, "--rows": rows, width: isFree ? `${width}px` : undefined };
  // One element for every size, so that a change of the size keeps the card's state.
  return (
    <div
      className="shell-slot"
      data-size={columns === undefined ? undefined : size}
      data-failed={isFailed ? "" : undefined}
      data-width={isFree ? "free" : columns === undefined ? feedWidth : undefined}
      style={style as CSSProperties}
    >
      {children}
    </div>
  );
}
