import assert from "node:assert/strict";
import { writePropertyRules } from "../../../web/canvas/paint/written_sheets.ts";
import { PAINT_LIMITS, writeCard } from "../../../web/canvas/paint/card_content.ts";
import { nestsDeeply, withoutAddresses } from "../../../web/canvas/paint/sheet_addresses.ts";

/** Sheets, and what is left of each. */
const SHEETS: { readonly [sheet: string]: string } = {
  "p{fill:url(#a) red;mask:url( '#b' )}": "p{fill:url(#a) red;mask:url( '#b' )}",
  "p{background:red url(data:image/png;base64,AA==)}": "p{background:red  none }",
  'p{filter:URL("/a)b#f")blur(1px)}': "p{filter: none blur(1px)}",
  "p{filter:url(a\\)b'c)}q{}": "p{filter: none }q{}",
  'p{content:\'url(/a)\' "\\"url(/a)"}': 'p{content:\'url(/a)\' "\\"url(/a)"}',
  "/* ' */p{filter:url(/a)}/* ' */": "/* ' */p{filter: none }/* ' */",
  "p{--a:'/a\\\nurl(b)'}": "p{--a:'/a\\\nurl(b)'}",
  "p{--a:'/a\nfilter:url(/b)}": "p{--a:'/a\nfilter: none }",
  "p{--a:'/a\ffilter:url(/b)}": "p{--a:'/a\nfilter: none }",
  "p{background:image-set('/a' 1x),-webkit-image-set(url(/b) 1x)}":
    "p{background: -omitted('/a' 1x), -omitted( none  1x)}",
  "p{background:-moz-element(#a) cross-fade('/a','/b') src('/c')}":
    "p{background: -omitted(#a)  -omitted('/a','/b')  -omitted('/c')}",
  "@import '/a';@IMPORT url(/b);@\\69mport '/c';": "@-omitted  '/a';@-omitted   none ;@-omitted  '/c';",
  "p{cursor:url(/a),auto}": "p{cursor: none ,auto}",
  ".w-\\[calc\\(1px\\)\\]:not(.a\\:b){width:calc(1px)}":
    ".w-\\[calc\\(1px\\)\\]:not(.a\\:b){width:calc(1px)}",
};

/** Sheets of which nothing is left, since browsers may read them in several ways, or do not end. */
const LEFT_OUT = [
  "p{filter:u\\72l(/a)}",
  "p{filter:\\75 rl(/a)}",
  "p{filter:u\\000072\nl('/a')}",
  "p{background:image\\2d set('/a' 1x)}",
  "#url(a') url(/a) ",
  "@url(a')p{filter:url(/a)}",
  "<!--url(/a)",
  "p{a:1e3url(/a)}",
  "p{a:\u00d7url(/a)}",
  "p{a:b-url(')filter:url(/a)}",
  "p{filter:url(/a",
  "p{filter:url('/a' b)}",
  "p{filter:url('/a\n)}",
];

Deno.test("of what a stylesheet refers to only places in the same tree are left", () => {
  for (const [sheet, left] of Object.entries(SHEETS)) assert.equal(withoutAddresses(sheet), left, sheet);
});

Deno.test("a stylesheet that browsers may read in several ways is left out", () => {
  for (const sheet of LEFT_OUT) assert.equal(withoutAddresses(sheet), "", sheet);
});

Deno.test("a long stylesheet is read at once", () => {
  for (const part of ["p{filter:url(/a)}", "'", '"a', "/*", "/**", "\\", "url(", "-", "a\\a ", "*"]) {
    const sheet = part.repeat(262_144 / part.length);
    assert.equal(withoutAddresses(sheet).includes("/a)"), false);
  }
});

// claim: paint-ends-no-page
Deno.test("brackets in 100 others are written, and in more not, whatever seems to close them", () => {
  const deep = (part: string, times: number) => nestsDeeply(withoutAddresses(part.repeat(times)));
  for (const part of ["a{", "@media all{", ":is(", "@supports (", "--x:[", "calc("]) {
    assert.equal(deep(part, 100), false, part);
    assert.equal(deep(part, 101), true, part);
  }
  for (const part of ["(/*)*/", "(')'", '(")"', "({", "(}", "{)]", "(')\n"]) {
    assert.equal(deep(part, 101), true, part);
  }
  for (const part of ["a{b:calc((1px))}", "'('", "/*(*/", "\\(", "a{(}"]) {
    assert.equal(deep(part, part.endsWith("(}") ? 50 : 1000), false, part);
  }
});

// claim: paint-ends-no-page
Deno.test("256 names are chained, also through the brackets around them, and no more, however long a list is", () => {
  const chain = (part: string, names: number) => part.repeat(names);
  const isDeep = (css: string) => nestsDeeply(withoutAddresses(css));
  for (const part of ["a.", "b+", "b ", "*~", "&", ":is(a) ", "[a]", "\\61 .", "\u00e9.", "b/**/>", "b''"]) {
    // What is in the last bracket is one more.
    assert.equal(isDeep(`${chain(part, /[(\[]/.test(part) ? 255 : 256)}{}`), false, part);
    assert.equal(isDeep(`${chain(part, 257)}{}`), true, part);
    assert.equal(isDeep(`b{}c;${chain(part, 257)};`), true, part);
    assert.equal(isDeep(`a,${chain(part, 257)},b`), true, part);
  }
  for (
    const [part, times] of [["@layer a.a.a.a{", 40], ["a b c d e f{", 40], ["a b c d e f,b{", 40]] as const
  ) {
    assert.equal(isDeep(chain(part, times)), false, part);
    assert.equal(isDeep(chain(part, 60)), true, part);
  }
  for (const part of ["a,", "a{b:c}", "@layer a.b.c;", "a{b:c d,e f}", "a{b:calc(1px + 2px)}"]) {
    assert.equal(isDeep(chain(part, 2_000)), false, part);
  }
});

// claim: paint-ends-no-page
Deno.test("a card whose sheet nests deeply is not among the first cards", () => {
  const write = (depth: number, css = `@supports ${"(".repeat(depth)}`) => {
    const source = { markup: "<p>calm</p>", css, propertiesCss: "" };
    return writeCard(source, { formatLocale: "en", timeZone: "UTC", now: 0 }, PAINT_LIMITS);
  };
  assert.match(write(100)!.css, /supports/);
  assert.equal(write(101), null);
  assert.equal(write(0, `@layer ${"a.".repeat(20_000)}a{p{color:red}}`), null);
  assert.equal(write(0, `:has(b${"+b".repeat(4_000)}){color:red}`), null);
});

Deno.test("of several rules of one property the first is written, and none that is not valid keeps a later one away", () => {
  const rule = (name: string, initial: string, inherits = "true") =>
    `@property ${name}{syntax:"*";inherits:${inherits};initial-value:${initial}}`;
  const css = [rule("--a", "1", "maybe"), rule("--a", "2"), rule("--b", "3"), rule("--a", "4")].join(" ");
  assert.equal(writePropertyRules(css), rule("--a", "2") + rule("--b", "3"));
});
