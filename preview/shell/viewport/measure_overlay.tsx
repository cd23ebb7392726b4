import { type ReactElement, type RefObject, useEffect, useState } from "react";
import { createPortal } from "react-dom";

/** The box and the spacing of the element of a card under the pointer, or of the one with the focus. */
export function MeasureOverlay({ place }: { place: RefObject<HTMLElement | null> }): ReactElement {
  const [box, setBox] = useState<ElementBox | null>(null);
  useEffect(() => {
    const container = place.current!;
    let measured: EventTarget | null = null;
    const measure = (target: EventTarget | null) => {
      if (target === measured) return;
      measured = target;
      const isOfCard = target instanceof Element && target.getRootNode() instanceof ShadowRoot;
      setBox(isOfCard ? boxOf(target) : null);
    };
    const clear = () => measure(null);
    const ended = new AbortController();
    const options = { signal: ended.signal };
    // Neither pointerover nor focusin leaves a shadow root in which the pointer or the focus has only moved.
    container.addEventListener("pointermove", (event) => measure(event.composedPath()[0]!), options);
    container.addEventListener("keyup", () => measure(findFocused(container)), options);
    container.addEventListener("focusin", (event) => measure(event.composedPath()[0]!), options);
    container.addEventListener("pointerleave", clear, options);
    container.addEventListener("focusout", clear, options);
    globalThis.addEventListener("scroll", clear, { ...options, capture: true });
    measure(findHovered(container) ?? findFocused(container));
    return () => ended.abort();
  }, [place]);
  return createPortal(
    <div className="shell-measure" aria-hidden="true">{box !== null && <MeasuredBox box={box} />}</div>,
    document.body,
  );
}

/** The element under the pointer, in shadow roots too; null when that is not in the container. */
function findHovered(container: HTMLElement): Element | null {
  let hovered: Element | null = null;
  let root: ParentNode | null = container;
  while (root !== null) {
    const inner: Element | undefined = [...root.querySelectorAll(":hover")].at(-1);
    if (inner === undefined) break;
    hovered = inner;
    root = inner.shadowRoot;
  }
  return hovered;
}

/** The element that has the focus, in shadow roots too; null when that is not in the container. */
function findFocused(container: HTMLElement): Element | null {
  let focused = document.activeElement;
  if (!container.contains(focused)) return null;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
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

/** The spacing at the four sides of an element, in CSS pixels. */
interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** The box of an element, as CSS has it. */
interface ElementBox {
  /** Tag and first class. */
  readonly label: string;
  /** The width of the border box in CSS pixels, before zoom. */
  readonly width: number;
  readonly height: number;
  readonly margin: Sides;
  readonly border: Sides;
  readonly padding: Sides;
  /** The margin box in the window, after zoom; `scale` is the zoom. */
  readonly outer: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
    readonly scale: number;
  };
}

function boxOf(element: Element): ElementBox {
  const style = getComputedStyle(element);
  const rectangle = element.getBoundingClientRect();
  const scale = element instanceof HTMLElement && element.offsetWidth > 0
    ? rectangle.width / element.offsetWidth
    : 1;
  const sides = (name: string): Sides => {
    const [property, suffix] = name.split(" ") as [string, string | undefined];
    const read = (side: string) =>
      round(parseFloat(style.getPropertyValue([property, side, suffix].filter(Boolean).join("-"))) || 0);
    return { top: read("top"), right: read("right"), bottom: read("bottom"), left: read("left") };
  };
  const margin = sides("margin");
  const [className] = element.classList;
  return {
    label: className === undefined ? element.localName : `${element.localName}.${className}`,
    width: round(rectangle.width / scale),
    height: round(rectangle.height / scale),
    margin,
    border: sides("border width"),
    padding: sides("padding"),
    outer: {
      left: rectangle.left - Math.max(0, margin.left) * scale,
      top: rectangle.top - Math.max(0, margin.top) * scale,
      width: rectangle.width + (Math.max(0, margin.left) + Math.max(0, margin.right)) * scale,
      height: rectangle.height + (Math.max(0, margin.top) + Math.max(0, margin.bottom)) * scale,
      scale,
    },
  };
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
