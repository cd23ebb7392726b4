/** The spacing at the four sides of an element, in CSS pixels. */
export interface Sides {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** The box of an element, as CSS has it. */
export interface ElementBox {
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

/** Measures an element. */
export function boxOf(element: Element): ElementBox {
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
