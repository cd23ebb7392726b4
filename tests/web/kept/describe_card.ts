/**
 * Runs in the page: describes what a card paints, one line for each run of text, box and shape. A line has the position
 * relative to the content box, in whole pixels, and every property that colours it. What paints nothing, such as an
 * element that only arranges others, has no line: a later kit may have other elements, in other places.
 */
export function describeCard(article: Element): string[] {
  const content = article.shadowRoot!.querySelector("[data-tck-content]")!;
  const portal = article.shadowRoot!.querySelector("[data-tck-portal]")!;
  const origin = content.getBoundingClientRect();
  const lines: string[] = [];
  for (const root of [content, portal]) for (const child of root.children) describe(child, 1);
  return lines.map(shortenColors);

  function describe(element: Element, opacity: number): void {
    const style = getComputedStyle(element);
    const shown = opacity * Number(style.opacity);
    if (style.display === "none" || style.clipPath.startsWith("inset(50%") || shown === 0) return;
    if (style.visibility === "visible") {
      const look = describeShape(element, style) ?? describeBox(element, style);
      if (look !== null) lines.push(`${look}${shown < 1 ? ` opacity ${shown}` : ""}`);
      describeGenerated(element);
    }
    for (const child of element.childNodes) {
      if (child instanceof Element) describe(child, shown);
      else if (child instanceof Text && style.visibility === "visible") describeText(child, style);
    }
  }

  function describeBox(element: Element, style: CSSStyleDeclaration): string | null {
    const looks = [
      isPainted(style.backgroundColor) ? `fill ${style.backgroundColor}` : null,
      style.backgroundImage === "none" ? null : `image ${style.backgroundImage}`,
      ...describeBorders(style),
      style.boxShadow === "none" ? null : `shadow ${style.boxShadow}`,
      style.outlineStyle === "none" ? null : `outline ${style.outline}`,
      element instanceof HTMLImageElement ? `picture ${style.objectFit} ${hashOf(element.src)}` : null,
    ].filter((look) => look !== null);
    if (looks.length === 0) return null;
    const radius = style.borderRadius === "0px" ? "" : ` radius ${style.borderRadius}`;
    return `box ${place(element.getBoundingClientRect())} ${looks.join(", ")}${radius}`;
  }

  function describeBorders(style: CSSStyleDeclaration): string[] {
    const borders = (["Top", "Right", "Bottom", "Left"] as const).flatMap((side) => {
      const [width, kind, color] = [
        style[`border${side}Width`],
        style[`border${side}Style`],
        style[`border${side}Color`],
      ];
      return kind === "none" || width === "0px" || !isPainted(color)
        ? []
        : [{ side, look: `${width} ${kind} ${color}` }];
    });
    const looks = new Set(borders.map(({ look }) => look));
    if (borders.length === 4 && looks.size === 1) return [`border ${borders[0]!.look}`];
    return borders.map(({ side, look }) => `border ${side.toLowerCase()} ${look}`);
  }

  function describeShape(element: Element, style: CSSStyleDeclaration): string | null {
    if (element instanceof SVGStopElement) return `stop ${style.stopColor} ${style.stopOpacity}`;
    if (!(element instanceof SVGGeometryElement)) return null;
    const names = ["d", "x", "y", "width", "height", "cx", "cy", "r", "rx", "points"];
    const geometry = names.flatMap((name) => element.getAttribute(name) ?? []).join(" ");
    const fill = `${style.fill.replace(/url\([^)]*\)/, "gradient")} ${style.fillOpacity}`;
    const stroke = [
      style.stroke,
      style.strokeWidth,
      style.strokeOpacity,
      style.strokeDasharray,
      style.strokeLinecap,
    ];
    const looks = [
      style.fill === "none" ? null : `fill ${fill}`,
      style.stroke === "none" ? null : `stroke ${stroke.join(" ")}`,
    ].filter((look) => look !== null);
    const box = place(element.getBoundingClientRect());
    return looks.length === 0 ? null : `${element.tagName} ${box} ${geometry}: ${looks.join(", ")}`;
  }

  function describeGenerated(element: Element): void {
    for (const name of ["::before", "::after"]) {
      const { content, color } = getComputedStyle(element, name);
      if (content !== "none" && content !== "normal" && content !== '""') {
        lines.push(`${name} ${content} ${color}`);
      }
    }
  }

  function describeText(node: Text, style: CSSStyleDeclaration): void {
    const text = node.data.replace(/\s+/g, " ").trim();
    const range = document.createRange();
    range.selectNodeContents(node);
    const visible = clipOf(node.parentElement!);
    const rects = [...range.getClientRects()].filter((rect) =>
      rect.width > 0 && rect.top + 1 < visible.bottom && rect.bottom - 1 > visible.top &&
      rect.left < visible.right && rect.right > visible.left
    );
    if (text === "" || rects.length === 0) return;
    const font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily} ${style.fontStyle}`;
    const line = style.textDecorationLine;
    const decoration = line === "none"
      ? ""
      : ` ${line} ${style.textDecorationStyle} ${style.textDecorationColor}`;
    lines.push(
      `text ${rects.map(place).join("; ")} ${JSON.stringify(text)} ${style.color} ${font}${decoration}`,
    );
  }

  /** The part of the card in which an element is not cut off by the elements around it. */
  function clipOf(element: Element | null): { top: number; bottom: number; left: number; right: number } {
    if (element === null || element === content || element === portal) {
      return { top: -Infinity, bottom: Infinity, left: -Infinity, right: Infinity };
    }
    const around = clipOf(element.parentElement);
    if (getComputedStyle(element).overflowY === "visible") return around;
    const own = element.getBoundingClientRect();
    return {
      top: Math.max(own.top, around.top),
      bottom: Math.min(own.bottom, around.bottom),
      left: Math.max(own.left, around.left),
      right: Math.min(own.right, around.right),
    };
  }

  function place({ x, y, width, height }: DOMRect): string {
    return [x - origin.x, y - origin.y, width, height].map((length) => Math.round(length)).join(" ");
  }

  /** Browsers differ in the digits of a mixed colour. */
  function shortenColors(line: string): string {
    return line.replace(/color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)( \/ [\d.]+)?\)/g, (_, ...parts) => {
      const [red, green, blue] = parts.slice(0, 3).map((part) => Math.round(Number(part) * 255));
      return `rgb(${red}, ${green}, ${blue}${parts[3] ?? ""})`;
    });
  }

  function isPainted(color: string): boolean {
    return color !== "transparent" && !/[,/] 0\)$/.test(color);
  }

  function hashOf(text: string): string {
    let hash = 0;
    for (const letter of text) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
    return hash.toString(16);
  }
}
