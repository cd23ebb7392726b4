// budget: 20 s: a card that leaves its page is shown four times, and each widget has pages of its own
import assert from "node:assert/strict";
import type { Rendering } from "../../../preview/server/snapshot/mod.ts";
import { leavingWidget } from "./leaving_widget.ts";
import { Studio } from "./studio.ts";

/** Hides the states and sizes of another widget, if both are on one page. */
const REWRITING = `const { stringify } = JSON;
JSON.stringify = (value: any, ...rest: any[]) =>
  (stringify as any)(value?.id === "victim" ? { ...value, sizes: ["1x1"], states: {} } : value, ...rest);`;

/** More than a server accepts of a request, and a value that another page could read. */
const KEEPING = `localStorage.setItem("kept", "by another widget");
for (let count = 0; count < 60; count++) {
  document.cookie = "a" + count + "=" + "x".repeat(3_000) + "; path=/; max-age=9999999";
}`;

/** Its module comes last: it imports others in turn. */
const VICTIM = `import { defineManifest } from "@tck/kit";
import { word } from "./a.ts";
export const manifest = defineManifest({
  id: "victim",
  title: "Victim",
  cardType: "feed",
  sizes: ["2x2", "1x1"],
  defaultState: { word },
  states: { other: { word: "other" } },
});
export default function Victim() {
  if (localStorage.getItem("kept") !== null || document.cookie !== "") throw new Error("Something was kept");
  return <p>{word}</p>;
}
`;

const CHAIN = Object.fromEntries(
  ["ab", "bc", "cd", "de"].map((
    [own, next],
  ) => [`widgets/004_victim/${own}.ts`, `export { word } from "./${next}.ts";\n`]),
);

Deno.test("a widget that leaves its page, or keeps something in the browser", async (t) => {
  let requests = 0;
  await using elsewhere = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => {
    requests++;
    return new Response("elsewhere");
  });
  const address = `http://127.0.0.1:${elsewhere.addr.port}/`;
  await using studio = await Studio.open({
    "widgets/001_rewriting/widget.tck.tsx": leavingWidget("rewriting", { first: REWRITING, effect: KEEPING }),
    "widgets/002_closing/widget.tck.tsx": leavingWidget("closing", {
      effect: 'window.open("about:blank", "_self"); window.close();',
    }),
    "widgets/003_navigating/widget.tck.tsx": leavingWidget("navigating", {
      effect: `location.href = "${address}";`,
    }),
    "widgets/004_victim/widget.tck.tsx": VICTIM,
    ...CHAIN,
    "widgets/004_victim/e.ts": 'export const word = "word";\n',
  });
  const taken = await studio.take({ themes: ["light"] });
  const of = (name: string): Rendering[] => taken.filter((rendering) => rendering.widget === name);

  // claim: snapshot-own-pages
  await t.step("changes no manifest of another one", () => {
    assert.deepEqual(of("004_victim").map(({ size, state }) => `${size} ${state}`).sort(), [
      "1x1 null",
      "1x1 other",
      "2x2 null",
      "2x2 other",
    ]);
  });

  // claim: snapshot-own-pages
  await t.step("leaves nothing in the browser for another one, whose pages still open", () => {
    for (const { findings, picture } of of("004_victim")) {
      assert.deepEqual([findings.filter(({ severity }) => severity === "error"), picture], [[], "taken"]);
    }
  });

  // claim: snapshot-ends
  await t.step("ends as a finding of its card, and the others are taken", () => {
    // One that loads its page again is in leaving_widgets_soak.ts.
    const [closing, navigating] = ["002_closing", "003_navigating"].map((name) => {
      const [{ findings, picture }] = of(name) as [Rendering];
      assert.deepEqual([findings.map(({ rule }) => rule), picture], [["card.failed"], null], name);
      return findings[0]!.message;
    });
    assert.match(closing!, /^The page (?:does not answer|was loaded again)/);
    assert.match(navigating!, /^The page was loaded again, or another one in its place, 4 times/);
    assert.ok(requests >= 1, "a navigation reaches its server: see the assumptions");
  });
});
