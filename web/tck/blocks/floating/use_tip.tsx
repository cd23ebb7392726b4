import {
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { useAnchorPosition, useFloatingPortal } from "./floating.ts";

/** How long a tip stays open after the pointer left what it explains, so that the pointer can move onto it. */
const CLOSE_DELAY_MS = 150;

interface TipOptions {
  /** The component's name, for error messages. */
  readonly block: string;
  readonly open: boolean;
  readonly anchor: RefObject<HTMLElement | null>;
  /** The distance to the anchor, in pixels: 0 where the pointer would meet something else on its way. */
  readonly distance?: number;
  /** Hides it. It does the same in each rendering. */
  readonly hide: () => void;
}

/** A tip above what it explains. */
interface Tip {
  /** Ends a delay that has begun: the pointer is on the tip, or on what it explains. */
  keep(): void;
  /** Hides it a moment after the pointer has left. */
  hideSoon(): void;
  render(text: ReactNode, attributes: HTMLAttributes<HTMLElement>): ReactNode;
}

/** Shows a tip while it is open, beside its anchor. Escape hides it, wherever the focus is. */
export function useTip({ block, open, anchor, distance, hide }: TipOptions): Tip {
  const tip = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = () => clearTimeout(timer.current);
  const renderFloating = useFloatingPortal(block);
  useLayoutEffect(() => {
    const popover = tip.current!;
    if (!open) return;
    popover.showPopover();
    return () => popover.hidePopover();
  }, [open]);
  useAnchorPosition(open, anchor, tip, "above", distance);
  useEffect(() => keep, []);
  useEffect(() => {
    if (!open) return;
    // On the window: if the pointer opened it, the focus may be anywhere on the page.
    const close = (event: KeyboardEvent) => event.key === "Escape" && hide();
    globalThis.addEventListener("keydown", close);
    return () => globalThis.removeEventListener("keydown", close);
  }, [open]);
  return {
    keep,
    hideSoon() {
      keep();
      timer.current = setTimeout(hide, CLOSE_DELAY_MS);
    },
    render: (text, attributes) =>
      renderFloating(
        <span
          {...attributes}
          ref={tip}
          className="kit-floating kit-tooltip"
          popover="manual"
          role="tooltip"
          data-open={open || undefined}
        >
          {text}
        </span>,
      ),
  };
}
