import {
  type ReactElement,
  type ReactNode,
  type ToggleEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useBidi } from "../use_bidi.tsx";
import { useAnchorPosition, useFloatingPortal } from "./floating.ts";
import { namesOf, type StyledProps } from "../class_names.ts";

interface PopoverProps extends StyledProps {
  /** The button's text, and the accessible name of the panel. */
  readonly label: string;
  /** The content of the panel. */
  readonly children: ReactNode;
}

/**
 * A button that opens a panel beside it, above everything else. Escape, a click elsewhere or the button closes it, and
 * the focus returns to the button.
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
export function Popover({ label, children, className }: PopoverProps): ReactElement {
  const { isolate } = useBidi();
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const renderFloating = useFloatingPortal("Popover");
  useAnchorPosition(open, button, panel, "below");
  useLayoutEffect(() => {
    if (open) panel.current!.focus({ preventScroll: true });
  }, [open]);
  const returnFocus = ({ newState }: ToggleEvent) => {
    // In a shadow root, Chromium does not restore the focus. After a click elsewhere the focus has already moved.
    if (newState === "closed" && panel.current!.matches(":focus-within")) button.current!.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={namesOf("kit-button", className)}
        data-variant="secondary"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
      >
        {isolate(label)}
      </button>
      {renderFloating(
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
