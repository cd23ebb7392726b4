import { type CSSProperties, type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import { useShell } from "../shell_context.ts";
import { VisionFilter, visionStyle } from "./vision_filter.tsx";
import { WidthHandle } from "./width_handle.tsx";

interface ViewportProps {
  /** Whether the reader may change the card's width. */
  readonly isResizable: boolean;
  readonly children: ReactNode;
}

/** The size of a card in CSS pixels. */
interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** The Stage's card with the zoom and the colour vision of the address, its size in pixels, and the handle of its width. */
export function Viewport({ isResizable, children }: ViewportProps): ReactElement {
  const zoom = useShell(({ url }) => Number(url.zoom) / 100);
  const vision = useShell(({ url }) => url.vision);
  const hasOwnWidth = useShell(({ url }) => url.width !== null);
  const card = useRef<HTMLDivElement>(null);
  const size = useElementSize(card);
  const style: CSSProperties = { ...(zoom !== 1 && { zoom }), ...visionStyle(vision) };
  return (
    <div className="shell-viewport" data-rigid={!isResizable || hasOwnWidth || undefined}>
      <VisionFilter vision={vision} />
      <div ref={card} className="shell-viewport-card" style={style}>{children}</div>
      {isResizable && size !== null && <WidthHandle width={size.width} zoom={zoom} />}
      {size !== null && (
        <p className="shell-readout">
          <span className="shell-visually-hidden">Size of the card:</span>
          {size.width} × {size.height} px
        </p>
      )}
    </div>
  );
}

/** A slot of a fixed size is higher than its card, where it has what the card has thrown (`cards.css`). */
function heightOf(slot: HTMLElement): number {
  const least = parseFloat(getComputedStyle(slot).minHeight);
  return slot.dataset.size !== undefined && least > 0 ? Math.round(least) : slot.offsetHeight;
}

/** Before zoom; null until it is known. */
function useElementSize(element: { readonly current: HTMLElement | null }): PixelSize | null {
  const [size, setSize] = useState<PixelSize | null>(null);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const sizes = new ResizeObserver(() => {
      // The slot, if it is there: a fixed card may be wider than its container.
      const measured = current.querySelector<HTMLElement>(".shell-slot") ?? current;
      const next = { width: measured.offsetWidth, height: heightOf(measured) };
      setSize((before) => before?.width === next.width && before.height === next.height ? before : next);
    });
    sizes.observe(current);
    return () => sizes.disconnect();
  }, [element]);
  return size;
}
