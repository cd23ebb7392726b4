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
import { useTip } from "./use_tip.tsx";
import { namesOf, type StyledProps } from "../class_names.ts";

interface TooltipProps extends StyledProps {
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
export function Tooltip({ children, text, className }: TooltipProps): ReactElement {
  const { isolate } = useBidi();
  const id = useId();
  const trigger = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const hide = () => {
    tip.keep();
    setOpen(false);
  };
  const tip = useTip({ block: "Tooltip", open, anchor: trigger, hide });
  const show = () => {
    tip.keep();
    setOpen(true);
  };
  const leave = () => {
    if (!trigger.current!.matches(":focus-visible")) tip.hideSoon();
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
            className={namesOf("kit-tooltip-anchor", className)}
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
            className={namesOf("kit-tooltip-trigger", className)}
          >
            {isolate(children)}
          </button>
        )}
      {tip.render(isolate(text), { id, ...pointer })}
    </>
  );
}
