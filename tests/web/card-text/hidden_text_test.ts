import assert from "node:assert/strict";
import { textOfMarkup } from "../../../web/card-text/mod.ts";

Deno.test("only what is hidden from screen readers is left out, wherever it is", () => {
  const cases: [string, string][] = [
    [`<p aria-hidden="false">a</p><p aria-hidden="true">b</p><p aria-hidden="">c</p>`, "a\n\nc"],
    [`<p>a</p><p hidden>b</p><p hidden="until-found">c</p><p aria-label="x">d</p>`, "a\n\nd"],
    [`<ul><li aria-hidden="false">a</li><li aria-hidden="true">b</li><li hidden>c</li></ul>`, "- a"],
    [`<ol><li hidden>a</li><li>b</li></ol>`, "1. b"],
    [
      `<table><tr><td aria-hidden="false">a</td><td aria-hidden="true">b</td><td>c</td></tr></table>`,
      "a | c",
    ],
    [`<svg aria-hidden="false" role="img" aria-label="Rain"></svg>`, "Rain"],
  ];
  for (const [html, text] of cases) assert.equal(textOfMarkup(html), text, html);
});
