import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** The place of a drawing on the page. Sizes are in CSS pixels. */
export interface Room {
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  readonly isRightToLeft: boolean;
  /** Whether the browser replaces the page's colours by the user's. */
  readonly hasForcedColors: boolean;
}

/** Without a page, as during a build, there is this room. */
export const BUILD_ROOM: Room = {
  width: 320,
  height: 160,
  fontSize: 12,
  isRightToLeft: false,
  hasForcedColors: false,
};

/**
 * The room of an element, measured before the browser paints and whenever it changes: give the reference to an element
 * whose size does not depend on its content. `Figure` is such an element.
 *
 * @example
 * ```tsx
 * import { useRoom } from "@tck/kit";
 * export default function Sky() {
 *   const [element, { width, height }] = useRoom<HTMLDivElement>();
 *   return (
 *     <div ref={element} style={{ position: "relative", blockSize: 120 }}>
 *       <svg width={width} height={height} style={{ position: "absolute" }} role="img" aria-label="The sky at noon">
 *         <circle cx={width / 2} cy={height / 2} r={height / 4} fill="var(--color-chart-2)" />
 *       </svg>
 *     </div>
 *   );
 * }
 * ```
 */
export function useRoom<Measured extends HTMLElement = HTMLElement>(): [RefObject<Measured | null>, Room] {
  const element = useRef<Measured>(null);
  const [room, setRoom] = useState(BUILD_ROOM);
  const update = () => {
    if (element.current === null) return;
    const measured = measureRoom(element.current);
    setRoom((known) => areEqual(known, measured) ? known : measured);
  };
  // After every rendering, because the direction may change with the language.
  useLayoutEffect(update);
  // Observed before the first paint, because what is around the element may still change until then.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(update);
    if (element.current) observer.observe(element.current);
    const forced = matchMedia(FORCED_COLORS);
    forced.addEventListener("change", update);
    return () => {
      observer.disconnect();
      forced.removeEventListener("change", update);
    };
  }, []);
  return [element, room];
}

/** Whether the browser replaces the page's colours. */
export const FORCED_COLORS = "(forced-colors: active)";

/** The room of an element as it is now, with the sides of a box that are known. */
export function measureRoom(element: HTMLElement, box: Partial<Room> = {}): Room {
  const { direction, fontSize } = getComputedStyle(element);
  return {
    width: box.width ?? element.clientWidth,
    height: box.height ?? element.clientHeight,
    fontSize: parseFloat(fontSize),
    isRightToLeft: direction === "rtl",
    hasForcedColors: matchMedia(FORCED_COLORS).matches,
  };
}

/** Whether a drawing for the one room is the same in the other. */
export function areEqual<Place extends Room>(a: Place, b: Place): boolean {
  return (Object.keys(a) as (keyof Place)[]).every((key) => a[key] === b[key]);
}
