import { LineChart } from "@tck/kit/charts";
import { type ReactElement, useLayoutEffect, useMemo } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { Figure } from "../../../../web/tck/blocks/figure.tsx";
import { BLOCK_STYLES } from "../../../../web/tck/blocks/styles/mod.ts";
import { type WidgetContext, WidgetContextProvider } from "../../../../web/tck/context.tsx";
import {
  type DrawingBox,
  type DrawingHost,
  DrawingHostContext,
  type HostedDrawing,
} from "../../../../web/tck/drawings/use_drawing_room.ts";
import { measureTextWidth } from "../../../../web/tck/text_width.ts";

/** What a test asks the page for. */
export interface RoomsPage {
  /** Shows a figure and a chart, and reports what happened. */
  show(isHosted: boolean): Drawn;
  /** Places both again, renders them again without another room, or says that a font was loaded. */
  change(what: "box" | "same" | "content" | "font"): Drawn;
  /** The measured and the real widths of texts. */
  compareWidths(texts: readonly string[]): [measured: number, real: number][];
}

/** What happened since the last question. */
export interface Drawn {
  /** The rooms that the figure was drawn for. */
  readonly rooms: readonly string[];
  /** The sizes of the drawing of the chart. */
  readonly chart: readonly string[];
  /** How often the box of an element was read. */
  readonly reads: number;
  /** How often the host was notified of new options. */
  readonly updates: number;
  /** The least heights of what the drawings can be. */
  readonly heights: readonly number[];
}

let rooms: string[] = [];
let charts: string[] = [];
let reads = 0;
let updates = 0;
let box: DrawingBox = { width: 200, height: 100 };

const drawings = new Set<HostedDrawing>();
const host: DrawingHost = {
  add: (drawing) => {
    drawings.add(drawing);
    return () => drawings.delete(drawing);
  },
  update: () => updates++,
};

for (const side of ["clientWidth", "clientHeight"] as const) {
  const { get } = Object.getOwnPropertyDescriptor(Element.prototype, side)!;
  Object.defineProperty(Element.prototype, side, {
    configurable: true,
    get(this: Element) {
      reads++;
      return get!.call(this);
    },
  });
}

document.head.append(Object.assign(document.createElement("style"), { textContent: BLOCK_STYLES }));
const root = createRoot(document.querySelector("main")!);

const context: WidgetContext = {
  instanceId: "w_1",
  manifest: { id: "w", cardType: "feed", sizes: ["4x2"] },
  theme: "light",
  locale: "en",
  timeZone: "UTC",
  size: "4x2",
  slots: { actions: [], updatedAt: null },
  portalTarget: null,
  agent: null,
  getDoc: () => ({ state: {}, version: 0 }),
  applyPatch() {
    throw new Error("read-only");
  },
};

function Drawings({ isHosted, label }: { isHosted: boolean; label: string }): ReactElement {
  // As the layout of a card does: after those of the drawings, and before the first paint.
  useLayoutEffect(() => {
    if (isHosted) { for (const drawing of drawings) drawing.place(box); }
  });
  const data = useMemo(() => [{ at: "a", y: 1 }, { at: "b", y: 3 }], []);
  return (
    <DrawingHostContext.Provider value={isHosted ? host : null}>
      <div
        style={{
          inlineSize: 300,
          blockSize: 240,
          display: "grid",
          gridTemplateRows: "1fr 1fr",
          fontSize: 12,
        }}
      >
        <Figure label={label}>
          {({ width, height }) => {
            rooms.push(`${width} × ${height}`);
            return <svg width={width} height={height} />;
          }}
        </Figure>
        <LineChart
          label={label}
          data={data}
          index="at"
          categories={["y"]}
        />
      </div>
    </DrawingHostContext.Provider>
  );
}

function render(isHosted: boolean, label: string): Drawn {
  flushSync(() =>
    root.render(
      <WidgetContextProvider value={context}>
        <Drawings isHosted={isHosted} label={label} />
      </WidgetContextProvider>,
    )
  );
  return tell();
}

let observer: MutationObserver | undefined;

function tell(): Drawn {
  const sizes = (observer?.takeRecords() ?? []).flatMap(({ addedNodes, target, attributeName }) => {
    const svgs = [...addedNodes].filter((node) => node instanceof SVGSVGElement);
    const changed = attributeName !== null && target instanceof SVGSVGElement ? [target] : [];
    return [...svgs, ...changed].filter((svg) => svg.parentElement?.className === "tck-chart").map((svg) =>
      `${svg.getAttribute("width")} × ${svg.getAttribute("height")}`
    );
  });
  charts.push(...sizes);
  const heights = [...drawings].map(({ optionsAt }) =>
    optionsAt({ width: 200, fontSize: 12, size: "M", widthOf: () => 20 }).at(-1)!.height
  );
  const drawn = { rooms, chart: charts, reads, updates, heights };
  [rooms, charts, reads, updates] = [[], [], 0, 0];
  return drawn;
}

let shown = false;

const page: RoomsPage = {
  show(isHosted) {
    shown = isHosted;
    flushSync(() => root.render(null));
    observer?.disconnect();
    observer = new MutationObserver(() => {});
    observer.observe(document.querySelector("main")!, { childList: true, subtree: true, attributes: true });
    tell();
    return render(isHosted, "first");
  },
  change(what) {
    if (what === "box") {
      box = { width: 220, height: 90 };
      flushSync(() => {
        for (const drawing of drawings) drawing.place(box);
      });
      return tell();
    }
    if (what === "font") {
      flushSync(() => document.fonts.dispatchEvent(new Event("loadingdone")));
      return tell();
    }
    return render(shown, what === "same" ? "first" : "second");
  },
  compareWidths: (texts) =>
    texts.map((text) => {
      const span = document.createElement("span");
      span.textContent = text;
      span.style.cssText =
        "font: 600 13px sans-serif; font-variant-numeric: tabular-nums; white-space: nowrap";
      document.body.append(span);
      const real = span.getBoundingClientRect().width;
      span.remove();
      return [measureTextWidth("sans-serif")(text, 13, 600), real];
    }),
};

Object.assign(globalThis, { rooms: page });
