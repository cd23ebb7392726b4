import assert from "node:assert/strict";
import type { Diagnostic } from "../../../web/bundler/mod.ts";
import { LIMITS } from "../../../core/contract/mod.ts";
import { joinVariants, type MarkupVariant } from "../../../web/bundler/evaluate/isolate/moving_texts.ts";
import { ProjectFolder, SOURCE } from "./project_folder.ts";
import { isolations } from "./unchecked_widget.ts";

interface Drawn {
  cards: { [language: string]: string };
  notes: readonly Diagnostic[];
  module: string;
}

const MANIFEST = `export const manifest = {
  id: "hello", cardType: "feed", sizes: ["2x1", "fill-auto"], languages: ["en", "de"],
  defaultState: { at: "2026-03-04T10:00:00Z", day: "2026-03-04", text: "<b> & 'c'" },
};`;

/** Builds a valid widget, whose component is an expression, for its markup. */
async function draw(component: string, before = "", manifest = MANIFEST): Promise<Drawn> {
  await using project = await ProjectFolder.create({
    [SOURCE]: `import { useFormat, useLocale, useSize, useTimeZone, useWidgetState } from "@tck/kit";
void [useFormat, useLocale, useSize, useTimeZone, useWidgetState];
${manifest}
${before}
export default ${component};`,
  });
  const { diagnostics, notes } = await project.build();
  assert.deepEqual(diagnostics, []);
  const { cards, module } = await project.bundle("001_hello");
  const decoder = new TextDecoder();
  return {
    cards: Object.fromEntries(Array.from(cards, ([language, card]) => [language, decoder.decode(card)])),
    notes,
    module: decoder.decode(module),
  };
}

Deno.test("a bundle has the markup of the default state in each language, in the size of a feed", async () => {
  const { cards, notes, module } = await draw(
    "() => <p title={useWidgetState().text}>{useLocale()} {useSize()} {useFormat().number(1234.5)}</p>",
  );
  const title = `title="&lt;b&gt; &amp; &#x27;c&#x27;"`;
  assert.deepEqual(cards, {
    en: `<p ${title}>en fill-auto 1,234.5</p>`,
    de: `<p ${title}>de fill-auto 1.234,5</p>`,
  });
  assert.deepEqual(notes, []);
  assert.match(
    module,
    /^\/\*! tckb css=.*\n\/\*! @tck\/kit .*\n\/\*! tckb card\.en=\S+ card\.de=\S+ \*\/\nimport/,
  );
});

Deno.test("a card that shows nothing has no markup and no note", async () => {
  const { cards, notes, module } = await draw("() => null");
  assert.deepEqual([cards, notes], [{}, []]);
  assert.ok(!module.includes("tckb card."));
});

const FORMATTED: readonly [what: string, component: string, expected: string][] = [
  ["a time", "{f.time(at)}", `{"as":"time"}|10:00 AM`],
  ["a distance", "{f.relative(at)}", `{"as":"relative"}|Mar 4, 2026`],
  ["a distance of a day", "{f.relative(day)}", `{"as":"relative"}|Mar 4, 2026`],
  ["a range", `{f.range(at, "2026-03-04T14:30:00Z")}`, `{"as":"range","until":"2026-03-04T14:30:00Z"}|10:00`],
  [
    "options",
    `{f.date(at, { weekday: "long", hour: "numeric" })}`,
    `{"as":"date","options":{"weekday":"long","hour":"numeric"}}|`,
  ],
  [
    "the card's time zone as an option",
    "{f.time(at, { timeZone: useTimeZone() })}",
    `{"as":"time"}|10:00 AM`,
  ],
  ["a point in time", "{f.time(Date.parse(at))}", `{"as":"time"}|10:00 AM`],
];

for (const [what, text, expected] of FORMATTED) {
  Deno.test(`a text of the kit's formatters is marked where it is ${what}`, async () => {
    const { cards, notes } = await draw(
      `() => { const f = useFormat(); const { at, day } = useWidgetState(); void [at, day];
        return <p>before {${text.slice(1, -1)}} after</p>; }`,
    );
    assert.deepEqual(notes, []);
    const [, time, form, shown] =
      /^<p>before <time datetime="([^"]*)" data-format="([^"]*)">([^<]*)<\/time> after<\/p>$/.exec(
        cards.en!,
      )!;
    assert.match(time!, /^2026-03-04(T10:00:00(\.000)?Z)?$/);
    const found = `${form!.replaceAll("&quot;", '"')}|${
      shown!.replaceAll("\u00a0", " ").replaceAll("\u202f", " ")
    }`;
    assert.ok(found.startsWith(expected), found);
  });
}

Deno.test("what no reader's clock or time zone changes is not marked", async () => {
  const { cards } = await draw(
    `() => { const f = useFormat(); return <p>{f.date("2026-03-04")}, {f.relative("2026-03-04", "2026-03-01")}</p>; }`,
  );
  assert.equal(cards.en, "<p>Mar 4, 2026, in 3 days</p>");
});

Deno.test("a label that contains such a text is left out", async () => {
  const { cards, notes } = await draw(
    `() => { const f = useFormat(); return <p id="a" aria-label={"at " + f.time(useWidgetState().at)}>now</p>; }`,
  );
  assert.deepEqual(notes, []);
  assert.equal(cards.en, `<p id="a">now</p>`);
});

const LEFT_OUT: readonly [what: string, component: string, reason: RegExp, before?: string][] = [
  ["the clock", "() => <p>{new Date().getFullYear()}</p>", /differs with the clock$/],
  ["the clock as a number", "() => <p>{Date.now()}</p>", /differs with the clock$/],
  ["the clock as a function", "() => <p>{Date()}</p>", /differs with the time zone$/],
  [
    "the clock by Intl",
    `() => <p>{new Intl.DateTimeFormat("en", { timeZone: "UTC" }).format()}</p>`,
    /the clock$/,
  ],
  ["performance", "() => <p>{performance.now() > 2e12 ? 1 : 2}</p>", /differs with the clock$/],
  ["the clock in its module", "() => <p>{NOW}</p>", /differs with the clock$/, "const NOW = Date.now();"],
  ["the day of the reader", "() => <p>{useFormat().today()}</p>", /differs with the clock|the time zone$/],
  ["the time zone", "() => <p>{new Date(0).getHours()}</p>", /differs with the time zone$/],
  ["the time zone by Intl", `() => <p>{new Date(0).toLocaleString("en")}</p>`, /differs with the time zone$/],
  ["the name of the time zone", "() => <p>{useTimeZone()}</p>", /differs with the time zone$/],
  ["a text of the kit that it changes", "() => <p>{useFormat().time(0).slice(0, 2)}</p>", /the time zone$/],
  ["a text of the kit in a drawing", "() => <svg><text>{useFormat().time(0)}</text></svg>", /the time zone$/],
  ["random numbers", "() => <p>{Math.random()}</p>", /differs with random numbers$/],
  ["random bytes", "() => <p>{crypto.randomUUID()}</p>", /differs with random numbers$/],
];

for (const [what, component, reason, before] of LEFT_OUT) {
  Deno.test(`a card that depends on ${what} has no markup, and a note names the line`, async () => {
    const { cards, notes: [note, ...others], module } = await draw(component, before);
    assert.deepEqual([cards, others], [{}, []]);
    assert.ok(!module.includes("tckb card."));
    const { code, message, file, line } = note!;
    assert.deepEqual([code, file], ["card.not_drawn", SOURCE]);
    assert.match(message, /^the bundle has no markup of the card in en, de: /);
    assert.match(message, reason);
    // The name of a time zone is no call of a function that is observed.
    if (component.includes("useTimeZone")) assert.equal(line, null);
    else assert.equal(line, before === undefined ? 8 : 7);
  });
}

Deno.test("a note of one language does not leave out the others", async () => {
  const { cards, notes } = await draw(`() => <p>{useLocale() === "de" ? Date.now() : "once"}</p>`);
  assert.deepEqual(cards, { en: "<p>once</p>" });
  assert.deepEqual(notes.map(({ message }) => message.slice(0, 47)), [
    "the bundle has no markup of the card in de: the",
  ]);
});

Deno.test("each rendering finds the module as it is when it has just been loaded", async () => {
  const { cards } = await draw("() => <p>{++count}</p>", "let count = 0;");
  assert.deepEqual(cards, { en: "<p>1</p>", de: "<p>2</p>" });
});

Deno.test("a card that throws, or does not end, when it is rendered again is valid without markup", async () => {
  const before = "const isLater = new Date().getFullYear() !== new Date(THEN).getFullYear();";
  const then = `const THEN = ${Date.now()};`;
  const { cards, notes } = await draw(
    `() => { if (isLater) throw new Error("no luck"); return <p />; }`,
    `${then}\n${before}`,
  );
  assert.deepEqual(cards, {});
  assert.match(notes[0]!.message, /it throws where it is rendered again$/);
  assert.equal(notes[0]!.line, 9);
});

Deno.test("markup that is too large is left out, alone and together with that of other languages", async () => {
  const large = await draw(
    `() => <p>{"a".repeat(${LIMITS.cardBytes} - 7 + (useLocale() === "de" ? 1 : 0))}</p>`,
  );
  assert.equal(large.cards.en!.length, LIMITS.cardBytes);
  assert.match(large.notes[0]!.message, /in de: it has 262145 bytes, at most 262144 are allowed/);
  const languages = JSON.stringify(["en", "de", "fr", "it", "es"]);
  const many = await draw(
    `() => <p>{"a".repeat(${LIMITS.cardBytes} - 7)}</p>`,
    "",
    MANIFEST.replace('["en", "de"]', languages),
  );
  assert.deepEqual(Object.keys(many.cards), ["en", "de", "fr", "it"]);
  assert.match(many.notes[0]!.message, /in es: all languages together have more than 1048576 bytes/);
});

Deno.test("languages beyond the limit have no markup, and the rest has a note", async () => {
  const languages = Array.from(
    { length: 40 },
    (_, index) => `en-${String.fromCharCode(65 + index % 26)}${index < 26 ? "A" : "B"}`,
  );
  const { cards, notes } = await draw(
    "() => <p>a</p>",
    "",
    MANIFEST.replace('["en", "de"]', JSON.stringify(languages)),
  );
  assert.deepEqual(Object.keys(cards), languages.slice(0, LIMITS.cardEntries));
  assert.match(notes[0]!.message, /en-GB.* and 3 more: at most 32 languages have markup$/);
});

Deno.test("the markup is the same on Deno and on Node, also of ranges and with a time zone of the machine's", async () => {
  const source = `import { useFormat } from "@tck/kit"; ${MANIFEST}
    export default () => { const f = useFormat(); return <p>{f.range("2026-03-04", "2026-03-08", { weekday: "short" })} {new Date(0).getTime()}</p>; }`;
  const found = [];
  for (const [, isolation] of await isolations()) {
    await using project = await ProjectFolder.create({ [SOURCE]: source });
    await project.build({ isolation });
    found.push(await project.read("dist/001_hello.tckb"));
    assert.equal((await project.bundle("001_hello")).cards.size, 2);
  }
  assert.deepEqual(found[0], found[1]);
});

Deno.test("an unchanged widget keeps its notes", async () => {
  await using project = await ProjectFolder.create({
    [SOURCE]: `${MANIFEST}\nexport default () => <p>{Date.now()}</p>;`,
  });
  const first = await project.build();
  const second = await project.build();
  assert.deepEqual(second.widgets.map(({ status }) => status), ["unchanged"]);
  assert.equal(second.notes.length, 1);
  assert.deepEqual(second.notes, first.notes);
});

/** Variants of one text with one formatter. */
function variants(...renderings: readonly [markup: string, ...texts: string[]][]): MarkupVariant[] {
  return renderings.map(([markup, ...texts]) => ({
    markup,
    texts: texts.map((text, index) => ({
      form: "{}",
      time: `t${index}`,
      text,
      shown: `s${index}`,
      places: [],
    })),
  }));
}

Deno.test("variants are joined only where their formatters explain each difference", () => {
  const mark = (index: number) => `<time datetime="t${index}" data-format="{}">s${index}</time>`;
  const cases: [variants: MarkupVariant[], joined: string | null][] = [
    [variants(["<p>a</p>"], ["<p>a</p>"]), "<p>a</p>"],
    [variants(["<p>a</p>"], ["<p>b</p>"]), null],
    [variants(["<p>1</p>", "1"], ["<p>2</p>", "2"]), `<p>${mark(0)}</p>`],
    // The same text where it does not differ is a text of the author's.
    [variants(["<p>1</p><b>1</b>", "1"], ["<p>2</p><b>1</b>", "2"]), `<p>${mark(0)}</p><b>1</b>`],
    [
      variants(["<p>1 and 11</p>", "1", "11"], ["<p>2 and 22</p>", "2", "22"]),
      `<p>${mark(0)} and ${mark(1)}</p>`,
    ],
    [variants(["<p>&lt;1</p>", "<1"], ["<p>&lt;2</p>", "<2"]), `<p>${mark(0)}</p>`],
    [variants(["<p>1!</p>", "1"], ["<p>2?</p>", "2"]), null],
    [variants(["<p>1</p>", "1"], ["<i>2</i>", "2"]), null],
    [variants(["<p>1</p>", "1"], ["<p>2</p><p>2</p>", "2"]), null],
    [variants(["<p>1</p>", "1"], ["<p>2</p>", "2", "3"]), null],
    [variants(["<p>1</p>", "1"], ["<p></p>", ""]), null],
    [variants(['<p class="1">1</p>', "1"], ['<p class="2">2</p>', "2"]), null],
    [variants(['<p title="1" id="a">x</p>', "1"], ['<p title="2" id="a">x</p>', "2"]), '<p id="a">x</p>'],
    [variants(['<p title="1">x</p>', "1"], ['<p alt="2">x</p>', "2"]), null],
    [variants(['<p title="1">x</p>', "1"], ["<p>x</p>", "2"]), null],
    [variants(["<option>1</option>", "1"], ["<option>2</option>", "2"]), null],
    [variants(["<svg><text>1</text></svg>", "1"], ["<svg><text>2</text></svg>", "2"]), null],
    [variants(["<svg></svg>1", "1"], ["<svg></svg>2", "2"]), `<svg></svg>${mark(0)}`],
    [
      variants([`${"a".repeat(4_095)}1`, "1"], [`${"a".repeat(4_095)}2`, "2"]),
      `${"a".repeat(4_095)}${mark(0)}`,
    ],
    [variants([`${"a".repeat(4_096)}1`, "1"], [`${"a".repeat(4_096)}2`, "2"]), null],
    // The same texts are those of the first, and texts of which one variant is the same are two.
    [variants(["<p>1 1</p>", "1", "1"], ["<p>2 2</p>", "2", "2"]), `<p>${mark(0)} ${mark(0)}</p>`],
    [
      variants(["<p>1</p><b>1</b>", "1", "1"], ["<p>2</p><b>3</b>", "2", "3"]),
      `<p>${mark(0)}</p><b>${mark(1)}</b>`,
    ],
  ];
  for (const [given, joined] of cases) assert.equal(joinVariants(given), joined, JSON.stringify(given));
});
