// budget: 20 s: a preview and a snapshot
import assert from "node:assert/strict";
import { Studio } from "../snapshot/studio.ts";
import { BLOCKED_CARD, FILE, FILES, MESSAGES } from "./blocked_card.ts";
import { testInChromium } from "./frame_page.ts";
import { INERT_ANSWERS } from "./inert_answers.ts";

// The same in Firefox is in policy_soak.ts.
testInChromium(...BLOCKED_CARD);

// claim: preview-frame-reads
// claim: preview-answers-inert
testInChromium(...INERT_ANSWERS);

Deno.test("a snapshot reports what the content policy of a feed blocks, with its line where it can be known", async () => {
  await using studio = await Studio.open({
    ...FILES,
    "widgets/002_allowed/widget.tck.tsx": `import "./widget.css";
export const manifest = { id: "allowed", cardType: "feed", sizes: ["2x2"] };
export default function Allowed() {
  return <p style={{ padding: 4 }} ref={(p) => { if (p) p.style.margin = "4px"; }}>
    allowed <img alt="" width="8" height="8" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>" />
  </p>;
}`,
    "widgets/002_allowed/widget.css": "p { color: var(--color-text) }",
  });
  const renderings = await studio.take({ themes: ["light"] });
  const found = (widget: string) =>
    renderings.filter((one) => one.widget === widget).flatMap(({ findings }) =>
      findings.filter(({ rule }) => ["policy.violated", "console.error", "page.error"].includes(rule))
    );
  assert.deepEqual(found("002_allowed"), []);
  const blocked = found("001_blocked");
  const others = blocked.filter(({ rule, severity }) => rule !== "policy.violated" || severity !== "error");
  assert.deepEqual(others, []);
  for (const [message, directive, line] of MESSAGES) {
    const same = blocked.filter((one) => one.message.includes(message) && one.message.includes(directive));
    assert.ok(same.length > 0, JSON.stringify([message, blocked], null, 1));
    if (line !== null) {
      const places = same.map(({ element }) =>
        element?.source && `${element.source.file}:${element.source.line}`
      );
      assert.ok(places.includes(`${FILE}:${line}`), JSON.stringify([message, places]));
    }
  }
});
