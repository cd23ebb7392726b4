import {
  isValidElement,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useState,
} from "react";
import { useBidi } from "../use_bidi.tsx";
import { useAnchorPosition, useFloatingPortal, useOpenPopover } from "./floating.ts";
import { useDismissal } from "./use_dismissal.ts";

interface TooltipProps {
  /** The words to explain, or one element, such as a `Badge` or a `Stat`. Words are underlined. */
  readonly children: ReactNode;
  /** The explanation: one sentence without links. Use a `Popover` for more. */
  readonly text: string;
}

/**
 * Words or an element with an explanation, which is shown on hover, focus and tap. Escape hides it.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget
 *
 * @example
 * ```tsx
 * import { Text, Tooltip } from "@tck/kit";
 * export default function Pressure() {
 *   return <Text>1013 <Tooltip text="Hectopascal, reduced to sea level">hPa</Tooltip></Text>;
 * }
 * ```
 */
export function Tooltip({ children, text }: TooltipProps): ReactElement {
  const { isolate } = useBidi();
  const id = useId();
  const trigger = useRef<HTMLElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const { open, show, hide, hideSoon } = useVisibility();
  const renderFloating = useFloatingPortal("Tooltip");
  useOpenPopover(open, tip);
  useAnchorPosition(open, trigger, tip, "above");
  const leave = () => {
    if (!trigger.current!.matches(":focus-visible")) hideSoon();
  };
  // Not onPointerEnter: React does not emit it when the pointer comes from an element outside the card's shadow root.
  const pointer = { onPointerOver: show, onPointerLeave: leave };
  const props = {
    "aria-describedby": id,
    // On a tap, pointerleave comes before the click, and not every browser focuses a tapped button.
    onClick: show,
    onFocus: show,
    onBlur: hide,
    ...pointer,
  };
  return (
    <>
      {isValidElement(children)
        ? (
          <span
            {...props}
            ref={trigger}
            className="kit-tooltip-anchor"
            role="group"
            // The explanation is reached by the keyboard as well.
            tabIndex={0}
          >
            {children}
          </span>
        )
        : (
          <button
            {...props}
            ref={trigger as RefObject<HTMLButtonElement | null>}
            type="button"
            className="kit-tooltip-trigger"
          >
            {isolate(children)}
          </button>
        )}
      {renderFloating(
        <span
          ref={tip}
          id={id}
          className="kit-floating kit-tooltip"
          popover="manual"
          role="tooltip"
          data-open={open || undefined}
          {...pointer}
        >
          {isolate(text)}
        </span>,
      )}
    </>
  );
}

interface Visibility {
  open: boolean;
  show(): void;
  hide(): void;
  hideSoon(): void;
}

function useVisibility(): Visibility {
  const [open, setOpen] = useState(false);
  const { keep, hideSoon } = useDismissal(open, () => setOpen(false));
  const set = (next: boolean) => {
    keep();
    setOpen(next);
  };
  return { open, show: () => set(true), hide: () => set(false), hideSoon };
}
