import {
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useFloatingPlace, useFollowAnchor } from "./floating.ts";

/** What `Tooltip` takes. */
export interface TooltipProps {
  /** What is explained: a few words of the text around. */
  readonly children: ReactNode;
  /** The explanation: a sentence without links. What is longer belongs into a `Popover`. */
  readonly text: string;
}

/**
 * Words with an explanation, which shows when the pointer or the focus is on them, or at a tap. Escape hides it.
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
  const id = useId();
  const words = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const { open, show, hide, hideSoon } = useVisibility();
  const inPlace = useFloatingPlace("Tooltip");
  useShown(open, tip);
  useFollowAnchor(open, words, tip, "above");
  const leave = () => {
    if (!words.current!.matches(":focus-visible")) hideSoon();
  };
  const pointer = { onPointerEnter: show, onPointerLeave: leave };
  return (
    <>
      <button
        ref={words}
        type="button"
        className="kit-explained"
        aria-describedby={id}
        // A finger leaves before the click comes, and not every browser gives the focus to a button at a tap.
        onClick={show}
        onFocus={show}
        onBlur={hide}
        {...pointer}
      >
        {children}
      </button>
      {inPlace(
        <span
          ref={tip}
          id={id}
          className="kit-floating kit-tooltip"
          popover="manual"
          role="tooltip"
          data-open={open || undefined}
          {...pointer}
        >
          {text}
        </span>,
      )}
    </>
  );
}

/** Milliseconds in which the pointer may cross from the words to their explanation. */
const CROSSING = 150;

interface Visibility {
  open: boolean;
  show(): void;
  hide(): void;
  hideSoon(): void;
}

function useVisibility(): Visibility {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const set = (next: boolean) => {
    clearTimeout(timer.current);
    setOpen(next);
  };
  const hide = () => set(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    // The pointer alone may have opened it, with the focus elsewhere on the page.
    const close = (event: KeyboardEvent) => event.key === "Escape" && setOpen(false);
    globalThis.addEventListener("keydown", close);
    return () => globalThis.removeEventListener("keydown", close);
  }, [open]);
  return {
    open,
    show: () => set(true),
    hide,
    hideSoon() {
      clearTimeout(timer.current);
      timer.current = setTimeout(hide, CROSSING);
    },
  };
}

function useShown(open: boolean, element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const shown = element.current!;
    if (!open) return;
    shown.showPopover();
    return () => shown.hidePopover();
  }, [open, element]);
}
