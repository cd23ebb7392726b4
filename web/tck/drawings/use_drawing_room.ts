import {
  type Context,
  createContext,
  type RefObject,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { areEqual, BUILD_ROOM, FORCED_COLORS, measureRoom, type Room } from "../blocks/use_room.ts";
import { readDrawing } from "../blocks/figure_model.ts";
import { useSizeClass } from "../context.tsx";
import { useLaidOut } from "../layout/registry.ts";
import { estimateTextWidth, forgetTextWidths, measureTextWidth, type TextWidth } from "../text_width.ts";
import type { DrawingOption, DrawingSpace, SizeClass } from "./option.ts";

/** The room of a drawing, and what else its form depends on. */
export interface DrawingRoom extends Room {
  readonly size: SizeClass;
  readonly widthOf: TextWidth;
}

/** What gives the drawings below it their rooms, instead of each measuring its own. */
export interface DrawingHost {
  /**
   * Called in the layout effect of a drawing: before that of what is around it, and before the first paint.
   *
   * @returns what removes it
   */
  add(drawing: HostedDrawing): () => void;
  /** Called when the options of a drawing may differ: it was rendered again, not for its room, or a font was loaded. */
  update(drawing: HostedDrawing): void;
}

/** A drawing that waits for its room. It is not drawn before it has one. */
export interface HostedDrawing {
  readonly element: HTMLElement;
  /** What it can be in a width, the richest first. */
  optionsAt(space: DrawingSpace): readonly DrawingOption[];
  /** Draws it for a box, at once in a layout effect. Nothing of it is measured but its font and its direction. */
  place(box: DrawingBox): void;
}

/** The box of a drawing in CSS pixels. */
export interface DrawingBox {
  readonly width: number;
  readonly height: number;
}

/** Null where each drawing measures its room. */
export const DrawingHostContext: Context<DrawingHost | null> = createContext<DrawingHost | null>(null);

/**
 * The room of a drawing: that which the layout of the card gives it, or else that of its element, measured before the
 * browser paints. It is null until then, so that nothing is drawn twice; during a build it is the room of a build.
 *
 * @internal
 * @param optionsAt what the drawing can be in a width
 * @param height whether its container gives it a height: else that of a room which it measures itself is infinite; and its
 * sides during a build
 */
export function useDrawingRoom<Measured extends HTMLElement = HTMLElement>(
  optionsAt: HostedDrawing["optionsAt"],
  height: { readonly isGiven?: boolean; readonly inBuild?: Partial<DrawingBox> } = {},
): [RefObject<Measured | null>, DrawingRoom | null] {
  const element = useRef<Measured>(null);
  const host = useContext(DrawingHostContext);
  const size = useSizeClass();
  const newest = useRef(optionsAt);
  const { isGiven = true, inBuild } = height;
  const place = useMemo(() => createPlace(element, size, isGiven), [size, isGiven]);
  const room = useSyncExternalStore(
    place.subscribe,
    place.read,
    () => ({ ...BUILD_ROOM, ...inBuild, size, widthOf: estimateTextWidth }),
  );
  useLaidOut(element, readDrawing((space) => newest.current(space)));
  const drawing = useRef<HostedDrawing>(null);
  const drawn = useRef(room);
  // After every rendering, because the direction may change with the language.
  useLayoutEffect(() => {
    newest.current = optionsAt;
    if (host === null) return place.measure();
    const isPlaced = drawn.current !== room;
    drawn.current = room;
    place.measureAgain();
    if (drawing.current !== null && !isPlaced) host.update(drawing.current);
  });
  useLayoutEffect(() => {
    if (host === null || element.current === null) return;
    const added = {
      element: element.current,
      optionsAt: (space: DrawingSpace) => newest.current(space),
      place: place.take,
    };
    drawing.current = added;
    const remove = host.add(added);
    return () => {
      drawing.current = null;
      remove();
    };
  }, [host, place]);
  // Observed before the first paint, because what is around the element may still change until then.
  useLayoutEffect(() => {
    const update = host === null ? place.measure : place.measureAgain;
    const observer = host === null ? new ResizeObserver(place.measure) : null;
    if (element.current) observer?.observe(element.current);
    const [fonts, forced] = [document.fonts, matchMedia(FORCED_COLORS)];
    const loaded = () => {
      forgetTextWidths();
      update();
      if (drawing.current !== null) host?.update(drawing.current);
    };
    forced.addEventListener("change", update);
    fonts.addEventListener("loadingdone", loaded);
    return () => {
      observer?.disconnect();
      forced.removeEventListener("change", update);
      fonts.removeEventListener("loadingdone", loaded);
    };
  }, [host, place]);
  return [element, room];
}

/** The room of one element, and who is notified of another one. */
interface Place {
  subscribe(listener: () => void): () => void;
  read(): DrawingRoom | null;
  /** Measures the element's box. */
  measure(): void;
  /** Takes a box that was decided. */
  take(box: DrawingBox): void;
  /** Measures all but the box, if there is one already. */
  measureAgain(): void;
}

function createPlace(
  element: RefObject<HTMLElement | null>,
  size: SizeClass,
  isHeightGiven: boolean,
): Place {
  const listeners = new Set<() => void>();
  let room: DrawingRoom | null = null;
  const set = (box: Partial<DrawingBox>) => {
    if (element.current === null) return;
    const measured = {
      ...measureRoom(element.current, box),
      size,
      widthOf: measureTextWidth(getComputedStyle(element.current).fontFamily),
    };
    if (room !== null && areEqual(room, measured)) return;
    room = measured;
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => room,
    measure: () => set(isHeightGiven ? {} : { height: Infinity }),
    take: set,
    measureAgain: () => {
      if (room !== null) set({ width: room.width, height: room.height });
    },
  };
}
