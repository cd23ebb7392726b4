import assert from "node:assert/strict";
import { listIssues, type Observation } from "../../../preview/server/snapshot/mod.ts";

Deno.test("an issue is one line and is listed once", () => {
  const seen: Observation = {
    cardError: "Boom\nat Card",
    pageErrors: ["Too late", "Too late"],
    consoleErrors: ["404", "Boom", "404"],
    violations: [{
      rule: "image-alt",
      impact: "critical",
      help: "Images must have alternative text",
      helpUrl: "https://example.org/",
      nodes: [{ target: "article >>> img", html: "<img>", summary: "Add an alt" }],
    }],
    overflow: { x: 12, y: 3 },
    mountMs: 20,
  };
  assert.deepEqual(listIssues(seen), [
    "card: Boom",
    "page: Too late",
    "console: 404",
    "console: Boom",
    "accessibility: image-alt: Images must have alternative text (article >>> img)",
    "overflow: the content is 12 px wider and 3 px higher than its card",
  ]);
  const nothing = {
    cardError: null,
    pageErrors: [],
    consoleErrors: [],
    violations: [],
    overflow: null,
    mountMs: 20,
  };
  assert.deepEqual(listIssues(nothing), []);
});
