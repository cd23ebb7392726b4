import { type KeyboardEvent, type PointerEvent, type ReactElement, useRef } from "react";
import { useShellDependencies } from "../shell_context.ts";
import { WIDTH_RANGE } from "../state/url_state.ts";

interface WidthHandleProps {
  /** The current width of the card in CSS pixels. */
  readonly width: number;
  /** 1 for none. */
  readonly zoom: number;
}

/** What a key adds to the width, in CSS pixels. */
const STEPS: { readonly [key: string]: number } = {
  ArrowLeft: -10,
  ArrowDown: -10,
  ArrowRight: 10,
  ArrowUp: 10,
  PageDown: -100,
  PageUp: 100,
  Home: -Infinity,
  End: Infinity,
};

/** The handle at the edge of the card: dragged, or moved by the arrow keys, with Shift by single pixels. */
export function WidthHandle({ width, zoom }: WidthHandleProps): ReactElement {
  const { store, navigation } = useShellDependencies();
  const centre = useRef<number | null>(null);
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    // The card may not have the width of the last key yet.
    const current = Number(store.getState().url.width ?? width);
    navigation.navigate({ width: widthText(current + (event.shiftKey ? Math.sign(step) : step)) });
  };
  const start = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    const scroller = event.currentTarget.closest(".shell-stage-scroller")!.getBoundingClientRect();
    centre.current = scroller.left + scroller.width / 2;
  };
  const drag = (event: PointerEvent) => {
    if (centre.current === null) return;
    // The card is centred. Browsers limit how often a page may write its address, so that it is written at the end.
    const dragged = 2 * (event.clientX - centre.current) / zoom;
    const { url } = store.getState();
    store.setState({ url: { ...url, width: widthText(dragged) } });
  };
  const end = () => {
    if (centre.current === null) return;
    centre.current = null;
    navigation.navigate({ width: store.getState().url.width });
  };
  return (
    <div
      className="shell-width-handle"
      role="slider"
      tabIndex={0}
      aria-label="Width of the card"
      aria-orientation="horizontal"
      aria-valuemin={WIDTH_RANGE.least}
      aria-valuemax={WIDTH_RANGE.greatest}
      aria-valuenow={width}
      aria-valuetext={`${width} pixels`}
      onKeyDown={press}
      onPointerDown={start}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}

function widthText(width: number): string {
  return String(Math.round(Math.min(WIDTH_RANGE.greatest, Math.max(WIDTH_RANGE.least, width))));
}
