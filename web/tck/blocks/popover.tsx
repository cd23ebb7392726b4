import {
  type ReactElement,
  type ReactNode,
  type ToggleEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useFloatingPlace, useFollowAnchor } from "./floating.ts";

/** What `Popover` takes. */
export interface PopoverProps {
  /** What the button says; it also names what opens. */
  readonly label: string;
  /** What opens. */
  readonly children: ReactNode;
}

/**
 * A button that opens more beside it, above everything else. Escape, a click elsewhere or the button closes it, and the
 * focus returns to the button.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget
 *
 * @example
 * ```tsx
 * import { Popover, Text } from "@tck/kit";
 * export default function Sources() {
 *   return (
 *     <Popover label="Sources">
 *       <Text>Five sessions up to the last close.</Text>
 *     </Popover>
 *   );
 * }
 * ```
 */
export function Popover({ label, children }: PopoverProps): ReactElement {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const inPlace = useFloatingPlace("Popover");
  useFollowAnchor(open, button, panel, "below");
  useLayoutEffect(() => {
    if (open) panel.current!.focus({ preventScroll: true });
  }, [open]);
  const returnFocus = ({ newState }: ToggleEvent) => {
    // In a shadow root, Chromium leaves the focus nowhere. A click elsewhere has taken it along by now.
    if (newState === "closed" && panel.current!.matches(":focus-within")) button.current!.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="kit-button"
        data-variant="secondary"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
      >
        {label}
      </button>
      {inPlace(
        <div
          ref={panel}
          id={id}
          className="kit-floating kit-popover"
          popover="auto"
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          data-open={open || undefined}
          onBeforeToggle={returnFocus}
          onToggle={(event: ToggleEvent) => setOpen(event.newState === "open")}
        >
          {children}
        </div>,
      )}
    </>
  );
}
