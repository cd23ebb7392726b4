import assert from "node:assert/strict";
import type { SnapshotReport } from "../../../preview/server/snapshot/mod.ts";
import { Project } from "../session/project.ts";
import { runSnapshot } from "./snapshot_process.ts";

/** What a widget does so that a report about it says nothing; in the default state, nothing. */
const ATTACKS: { readonly [attack: string]: string } = {
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

const WIDGET = `import { useEffect, useRef } from "react";
import { defineManifest, useWidgetState } from "@tck/kit";

export const manifest = defineManifest<{ attack: string }>({
  id: "falsifying",
  title: "Falsifying",
  cardType: "feed",
  sizes: ["2x2"],
  defaultState: { attack: "none" },
  states: { ${
  Object.keys(ATTACKS).slice(1).map((attack) => `${attack}: { attack: "${attack}" }`).join(", ")
} },
});

const ATTACKS = {
${Object.entries(ATTACKS).map(([attack, code]) => `  ${attack}(element) {${code}\n  },`).join("\n")}
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

// claim: snapshot-measures-apart
Deno.test("a widget that replaces what measures it, or what that calls, gets its findings", async (t) => {
  await using project = await Project.create({
    "widgets/001_falsifying/widget.tck.tsx": WIDGET,
    "node_modules/.keep": "",
  });
  const { stdout } = await runSnapshot(["--cwd", project.path, "--theme", "light", "--json"]);
  const report: SnapshotReport = JSON.parse(stdout);
  assert.equal(report.clean, false);
  const renderingOf = (attack: string) =>
    report.renderings.find(({ state }) => (state ?? "none") === attack)!;
  await t.step("a card that is hidden from the measuring counts as failed", () => {
    const { findings } = renderingOf("unmounted");
    assert.deepEqual(findings.map(({ rule }) => rule), ["card.failed"]);
    assert.match(findings[0]!.message, /^The card cannot be measured/);
  });
  for (const attack of Object.keys(ATTACKS).filter((attack) => attack !== "unmounted")) {
    await t.step(attack, () => {
      const rendering = renderingOf(attack);
      const rules = rendering.findings.map(({ rule }) => rule);
      assert.deepEqual(
        rules.filter((rule) => /^text|image/.test(rule)),
        ["text.cut", "accessibility.image-alt"],
        JSON.stringify(rendering),
      );
      assert.notEqual(rendering.picture, null);
    });
  }
});
