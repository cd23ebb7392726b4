import { type ReactElement, type RefObject, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { boxOf, type ElementBox, type Sides } from "./element_box.ts";

/** The box and the spacing of the element of a card under the pointer, or of the one with the focus. */
export function MeasureOverlay({ place }: { place: RefObject<HTMLElement | null> }): ReactElement {
  const [box, setBox] = useState<ElementBox | null>(null);
  useEffect(() => {
    const container = place.current!;
    const measure = (event: Event) => {
      const [target] = event.composedPath();
      const isOfCard = target instanceof Element && target.getRootNode() instanceof ShadowRoot;
      setBox(isOfCard ? boxOf(target) : null);
    };
    const clear = () => setBox(null);
    const ended = new AbortController();
    const options = { signal: ended.signal };
    container.addEventListener("pointerover", measure, options);
    container.addEventListener("focusin", measure, options);
    container.addEventListener("pointerleave", clear, options);
    container.addEventListener("focusout", clear, options);
    globalThis.addEventListener("scroll", clear, { ...options, capture: true });
    return () => ended.abort();
  }, [place]);
  return createPortal(
    <div className="shell-measure" aria-hidden="true">{box !== null && <MeasuredBox box={box} />}</div>,
    document.body,
  );
}

/** Each layer is a frame as wide as the spacing; the content is the last one. */
function MeasuredBox({ box }: { box: ElementBox }): ReactElement {
  const { outer, margin, border, padding, label, width, height } = box;
  const spacing = [["margin", margin], ["border", border], ["padding", padding]] as const;
  const parts = spacing.filter(([, sides]) => Object.values(sides).some((side) => side !== 0));
  const { left, top, width: outerWidth, height: outerHeight, scale } = outer;
  return (
    <>
      <div
        className="shell-measure-box"
        data-layer="margin"
        style={{ left, top, width: outerWidth, height: outerHeight, ...frameStyle(margin, scale) }}
      >
        <div data-layer="border" style={frameStyle(border, scale)}>
          <div data-layer="padding" style={frameStyle(padding, scale)}>
            <div data-layer="content" />
          </div>
        </div>
      </div>
      <p
        className="shell-measure-label"
        style={{ left: Math.max(4, left), top: top > 48 ? top - 4 : top + outerHeight + 4 }}
        data-above={top > 48 || undefined}
      >
        <strong>{label}</strong> {width} × {height}
        {parts.map(([name, sides]) => (
          <span key={name}>{name} {sides.top} {sides.right} {sides.bottom} {sides.left}</span>
        ))}
      </p>
    </>
  );
}

function frameStyle({ top, right, bottom, left }: Sides, scale: number): { borderWidth: string } {
  // A negative margin draws no frame.
  const sides = [top, right, bottom, left].map((side) => `${Math.max(0, side * scale)}px`);
  return { borderWidth: sides.join(" ") };
}
