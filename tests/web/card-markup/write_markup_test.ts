import assert from "node:assert/strict";
import { LIMITS } from "../../../core/contract/mod.ts";
import { writeMarkup } from "../../../web/card-markup/mod.ts";
import { MARKUP_ATTACKS } from "./markup_attacks.ts";

/** The start tags of what was written: nothing else in it has a `<`. */
function readTags(html: string): { name: string; attributes: { [name: string]: string } }[] {
  const tags = Array.from(html.matchAll(/<([^/>\s][^>\s]*)((?: [^=]+="[^"]*")*)>/g));
  assert.equal(tags.length, html.split(/<(?!\/)/).length - 1, html);
  return tags.map(([, name, attributes]) => ({
    name: name!,
    attributes: Object.fromEntries(
      Array.from(attributes!.matchAll(/ ([^=]+)="([^"]*)"/g), ([, name, value]) => [name!, value!]),
    ),
  }));
}

const NEVER =
  "script style link meta base iframe frame frameset object embed form template noscript plaintext xmp textarea "
    .concat(
      "title select option video audio source track use animate set foreignObject desc filter feImage math slot portal",
    )
    .split(" ");

for (const [what, source] of Object.entries(MARKUP_ATTACKS)) {
  // claim: markup-written-again
  Deno.test(`what is written of ${what} runs, loads and leads nowhere, and is written again as it is`, () => {
    const written = writeMarkup(source);
    assert.ok(written !== null);
    for (const { name, attributes } of readTags(written.html)) {
      assert.ok(!NEVER.includes(name), `${name} in ${written.html}`);
      for (const [attribute, value] of Object.entries(attributes)) {
        assert.doesNotMatch(
          attribute,
          /^(?:on|style$|xlink|xml|srcset$|action$|formaction$|name$|nonce$|is$|slot$|part$)/,
        );
        if (attribute === "href") assert.match(value, /^#/);
        if (attribute === "src") assert.match(value, /^data:image\//);
      }
    }
    assert.doesNotMatch(written.css, /url\((?!"?#)|@|<|\\|\/\*/);
    assert.equal(written.css.split("{").length, written.css.split("}").length);
    assert.equal(written.css.split("\n").length, written.css.split("{").length);
    const again = writeMarkup(written.html);
    assert.equal(again?.html, written.html.replaceAll(/ data-card-style="\d+"/g, ""));
  });
}

const WRITTEN: readonly [source: string, html: string, css?: string][] = [
  ["<p onclick=a() class=b>a<script>b</script>c</p>", '<p class="b">ac</p>'],
  ["<P CLASS='a' aria-Label=b data-C=d>a & b</P>", '<p class="a" aria-label="b" data-c="d">a &amp; b</p>'],
  [
    '<form><label for=a>b</label><input id=a type=checkbox checked=checked value="1"></form>',
    '<label for="a">b</label><input id="a" type="checkbox" checked="" value="1">',
  ],
  ["<input type=text><input type=image src=a><input type=password>", "<input><input><input>"],
  ["<button type=submit disabled>a</button>", '<button type="button" disabled="">a</button>'],
  ["<a href=https://a.example/>a</a> <a href=#b>b</a>", '<a>a</a> <a href="#b">b</a>'],
  ['<img src="data:image/svg+xml,a" alt=b>', '<img src="data:image/svg+xml,a" alt="b">'],
  ["<img src=https://a.example/ width=12 height=50%>", '<img width="12">'],
  [
    '<time datetime="2026-03-04" data-format="{&quot;as&quot;:&quot;date&quot;}">4 Mar</time>',
    '<time datetime="2026-03-04" data-format="{&quot;as&quot;:&quot;date&quot;}">4 Mar</time>',
  ],
  [
    "<div popover=auto hidden=until-found inert>a</div>",
    '<div popover="auto" hidden="until-found" inert="">a</div>',
  ],
  ["<x-card>a</x-card><big>b</big>c", "c"],
  [
    '<svg viewbox="0 0 1 1" xmlns="http://www.w3.org/2000/svg"><linearGradient id=a><stop offset=1 /></linearGradient><path d="M0 0" fill="url(#a)"/></svg>',
    '<svg viewBox="0 0 1 1"><linearGradient id="a"><stop offset="1"></stop></linearGradient><path d="M0 0" fill="url(#a)"></path></svg>',
  ],
  [
    "<svg><path fill='url(https://a.example/#a)' stroke='url(#a) red' mask=\"url('#b')\" /></svg>",
    `<svg><path stroke="url(#a) red" mask="url('#b')"></path></svg>`,
  ],
  [
    "<svg><image href='data:image/png,a' width=1 /><image href='data:image/svg+xml,a' /></svg>",
    '<svg><image href="data:image/png,a" width="1"></image><image></image></svg>',
  ],
  ["<table><tr><td colspan=2>a</table>", '<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>'],
  [
    "<p style='color:red;width:calc(1px + 2%)'>a</p>",
    '<p data-card-style="0">a</p>',
    '[data-card-style="0"]{color:red!important;width:calc(1px + 2%)!important}\n',
  ],
  [
    "<p style='color:red'>a</p><p style='color: red ;'>b</p><p style=--a:1>c</p>",
    '<p data-card-style="0">a</p><p data-card-style="0">b</p><p data-card-style="1">c</p>',
    '[data-card-style="0"]{color:red!important}\n[data-card-style="1"]{--a:1!important}\n',
  ],
  [
    `<p style="font-family:'A (b';grid-template:[a] 1fr / repeat(2,1fr);color:red !important">a</p>`,
    '<p data-card-style="0">a</p>',
    `[data-card-style="0"]{font-family:'A (b'!important;grid-template:[a] 1fr / repeat(2,1fr)!important;color:red!important}\n`,
  ],
  [
    "<p style='clip-path:url(#a);background:url(data:image/png,a);color:expression(a)'>a</p>",
    '<p data-card-style="0">a</p>',
    '[data-card-style="0"]{clip-path:url(#a)!important}\n',
  ],
  ["<p style='a;:b;c:;d e:f'>a</p>", "<p>a</p>"],
  [
    `<p style="color:'red">a</p><p style="width:calc(1px">b</p><p style="a:[b">c</p>`,
    "<p>a</p><p>b</p><p>c</p>",
  ],
  [`<svg><path fill="'a" stroke="rgb(1" d="[0" /></svg>`, "<svg><path></path></svg>"],
];

Deno.test("elements and attributes of the table are written as a browser serialises them, and styles are rules", () => {
  for (const [source, html, css = ""] of WRITTEN) {
    assert.deepEqual(writeMarkup(source), { html, css }, source);
  }
});

// claim: paint-ends-no-page
Deno.test("a value with brackets in more than 100 others is left out", () => {
  const nested = (depth: number) =>
    writeMarkup(`<p style="width:${"calc(".repeat(depth)}1px${")".repeat(depth)}">a</p>`)!;
  assert.match(nested(100).css, /calc/);
  assert.deepEqual(nested(101), { html: "<p>a</p>", css: "" });
});

const numbered = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join("");

/** Markup that takes long, or much stack, in a parser without limits. Null: it is not written. */
const LARGE: { readonly [what: string]: readonly [source: string, isWritten: boolean] } = {
  "1 MB of text": ["a".repeat(1_048_576), false],
  "1 MB of open elements": ["<div>".repeat(209_715), false],
  "100,000 elements": ["<i></i>".repeat(100_000), false],
  "a depth of 10,000": ["<b>".repeat(10_000), false],
  "a depth of 10,000 in SVG": [`<svg>${"<g>".repeat(10_000)}`, false],
  "a depth of 10,000 in templates": ["<template>".repeat(10_000), false],
  "as much text as is allowed": ["a".repeat(LIMITS.cardBytes), true],
  // The parser makes an element of its own, beside the one that the markup is in.
  "as many elements as are allowed": ["<i></i>".repeat(9_997), true],
  "one element more": ["<i></i>".repeat(9_998), false],
  "as deep as is allowed": [`${"<div>".repeat(199)}a`, true],
  "one level deeper": [`${"<div>".repeat(200)}a`, false],
  "end tags without elements": ["</div>".repeat(40_000), true],
  "end tags of elements that appear": ["</p>".repeat(60_000), false],
  "links in links": ["<a>".repeat(9_000), true],
  "formatting that grows": [numbered(190, (index) => `<b a=${index}>`) + "<p>a".repeat(9_000), true],
  "formatting that crosses": [numbered(60, (index) => `<b a=${index}><p>`) + "</b>".repeat(60_000), true],
  "text beside a table": [`<table>${"a<tr>".repeat(9_000)}`, true],
  "one element with 50,000 attributes": [
    `<p ${numbered(40_000, (index) => `a${index} `).slice(0, 240_000)}>`,
    true,
  ],
  "references to characters": ["&".repeat(LIMITS.cardBytes), false],
  "comments": ["<!---->".repeat(37_000), false],
  "one style of 50,000 declarations": [`<p style="${"a:b;".repeat(60_000)}">`, true],
  "a style of brackets": [`<p style="a:${"url(".repeat(60_000)}">`, true],
};

for (const [what, [source, isWritten]] of Object.entries(LARGE)) {
  // claim: markup-limits
  Deno.test(`${what}: markup is ${isWritten ? "written" : "not written"}, and throws nothing`, () => {
    assert.equal(writeMarkup(source) !== null, isWritten);
  });
}
