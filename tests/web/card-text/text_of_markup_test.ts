import assert from "node:assert/strict";
import { textOfMarkup } from "../../../web/card-text/mod.ts";

for (
  const [what, html, text] of [
    [
      "headings and paragraphs apart",
      "<h2>Fog</h2><p>Until <b>ni</b>ne.</p><p>Then sun</p>",
      "Fog\n\nUntil nine.\n\nThen sun",
    ],
    ["white space collapsed", "<p>  a\n\t b <!-- -->c</p>", "a b c"],
    [
      "texts of React together, elements apart",
      "<div>9<!-- -->°</div><div><span>High</span><span>18°</span></div>",
      "9°\nHigh 18°",
    ],
    [
      "items of lists",
      "<ul><li>a</li><li><p>b</p>c</li></ul><ol><li>d<ul><li>e</li></ul></li><li>f</li></ol>",
      "- a\n- b\n\n  c\n1. d\n   - e\n2. f",
    ],
    [
      "rows of tables",
      "<table><thead><tr><th>Day</th><th>High</th></tr></thead><tr><td>Mon</td><td><b>18</b>°</td></tr></table>",
      "Day | High\nMon | 18°",
    ],
    [
      "a table's caption and rows, after a text",
      "a<table><caption>b</caption><tbody><tr><td>c</td></tr></tbody><tfoot><tr><td>d</td></tr></tfoot></table>",
      "a\n\nb\nc\nd",
    ],
    [
      "pictures and charts by their labels",
      `<img alt="A soup" src="x"><svg role="img" aria-label="Rain, 3 mm"><text>9</text></svg>`,
      "A soup Rain, 3 mm",
    ],
    [
      "nothing that is hidden",
      `<p hidden>a</p><p aria-hidden="true">b</p><svg><text>c</text></svg><style>d</style>`,
      "",
    ],
    ["boxes", `<label><input type="checkbox" checked="">Milk</label>`, "[x] Milk"],
    ["lines that are broken", "a<br/>b", "a\nb"],
    ["entities as characters", "<p>a &lt;b&gt; &amp; c&nbsp;d</p>", "a <b> & c\u00a0d"],
  ] as const
) {
  Deno.test(`the text of markup has ${what}`, () => assert.equal(textOfMarkup(html), text));
}

Deno.test("markup that is very deep or long has a text too", () => {
  assert.equal(textOfMarkup("<p>a</p>" + "<div>".repeat(50_000) + "b"), "a");
  assert.ok(textOfMarkup("x ".repeat(4_000_000)).length <= 4 * 1024 * 1024);
});
