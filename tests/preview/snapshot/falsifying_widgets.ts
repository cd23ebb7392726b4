/** What a widget does so that a report about it says nothing; in the default state, nothing. */
export const FALSIFICATIONS: { readonly [attack: string]: string } = {
  none: "",
  measure: `
    const clean = () => [{ overflow: null, faults: [] }];
    try { tckShots.measure = clean; } catch {}
    try { globalThis.tckShots = { ...tckShots, measure: clean, articles: () => [null] }; } catch {}
    try { Object.defineProperty(globalThis, "tckShots", { value: { ...tckShots, measure: clean } }); } catch {}
    globalThis.tckMeasuring = { boxes: () => [], examine: async () => [], report: () => ({ layouts: [], violations: [] }) };`,
  rectangles: `
    const nothing = () => new DOMRect();
    Element.prototype.getBoundingClientRect = nothing;
    Element.prototype.getClientRects = () => [];
    Range.prototype.getClientRects = () => [];
    for (const name of ["clientWidth", "clientHeight", "scrollWidth", "scrollHeight"]) {
      Object.defineProperty(Element.prototype, name, { get: () => 0 });
    }`,
  styles: `
    const { getComputedStyle } = globalThis;
    globalThis.getComputedStyle = (...args) => ({ ...getComputedStyle(...args), overflow: "visible", display: "none" });`,
  lists: `
    Array.prototype.flatMap = () => [];
    Map.groupBy = () => new Map();
    Document.prototype.querySelectorAll = () => [];`,
  axe: `
    globalThis.axe = { run: async () => ({ violations: [] }) };`,
  unmounted: `
    element.getRootNode().host.dataset.state = "loading";`,
};

/** Its source, with a state for each. */
export const FALSIFYING_WIDGET = `import { useEffect, useRef } from "react";
import { defineManifest, useWidgetState } from "@tck/kit";

export const manifest = defineManifest<{ attack: string }>({
  id: "falsifying",
  title: "Falsifying",
  cardType: "feed",
  sizes: ["2x2"],
  defaultState: { attack: "none" },
  states: { ${
  Object.keys(FALSIFICATIONS).slice(1).map((attack) => `${attack}: { attack: "${attack}" }`).join(", ")
} },
});

const ATTACKS = {
${Object.entries(FALSIFICATIONS).map(([attack, code]) => `  ${attack}(element) {${code}\n  },`).join("\n")}
};

export default function Falsifying() {
  const { attack } = useWidgetState<{ attack: string }>();
  const section = useRef<HTMLElement>(null);
  useEffect(() => ATTACKS[attack](section.current), [attack]);
  return (
    <section ref={section} style={{ height: 340, background: "linear-gradient(teal, teal)" }}>
      <p style={{ width: 80, overflow: "hidden", whiteSpace: "nowrap" }}>Departure to the airport</p>
      <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="20" height="20" />
    </section>
  );
}
`;

/** A widget that leaves its id on the page, and reports that of another one there. */
export const markingWidget = (id: string): string =>
  `import { Card, CardHeader, defineManifest, Stat } from "@tck/kit";
import { useEffect } from "react";

export const manifest = defineManifest({ id: "${id}", title: "Mark", cardType: "feed", sizes: ["1x1"], defaultState: {} });

export default function Mark() {
  useEffect(() => {
    if (globalThis.marked !== undefined && globalThis.marked !== "${id}") console.error("marked by " + globalThis.marked);
    globalThis.marked = "${id}";
  });
  return <Card><CardHeader>Mark</CardHeader><Stat label="Days" value="12" /></Card>;
}
`;
