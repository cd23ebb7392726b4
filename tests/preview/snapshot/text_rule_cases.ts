import { REST, type RuleCase } from "./rule_cases.ts";

/** The cards whose texts break a rule by how they are written or set, and those beside them that do not. */
export const TEXT_CASES: readonly RuleCase[] = [
  { state: "plain", rule: null, content: REST },
  {
    state: "number that is not one",
    rule: "text.no_value",
    text: "NaN%",
    hint: /^“NaN%” has “NaN”, .*: correct how it is computed, or show something else where it is missing$/,
    content: `<p>{new Intl.NumberFormat("en", { style: "percent" }).format(0 / 0)}</p>${REST}`,
  },
  {
    state: "object as text",
    rule: "text.no_value",
    text: "From [object Object]",
    content: "<p>{`From ${{}}`}</p>" + REST,
  },
  {
    state: "missing value",
    rule: "text.no_value",
    text: "undefined km",
    content: `<p>{String(undefined)} km</p>${REST}`,
  },
  { state: "words of code", rule: null, content: `<p>NaNs and <code>undefined</code></p>${REST}` },
  {
    state: "cut across",
    rule: "text.cut",
    text: "Departure to the airport",
    hint:
      /: write less, let the element wrap or grow, .*`text-overflow: ellipsis`.*; or leave this size out of `sizes`$/,
    content: `<div className="line"><span>Departure to the airport</span></div>${REST}`,
  },
  {
    state: "cut below",
    rule: "text.cut",
    text: "One two three four five six seven eight nine ten eleven twe…",
    content:
      `<p className="low">One two three four five six seven eight nine ten eleven twelve thirteen fourteen</p>${REST}`,
  },
  {
    state: "letters cut below",
    rule: "text.cut",
    text: "goggy",
    content: `<p className="letters">goggy</p>${REST}`,
  },
  { state: "no letters cut below", rule: null, content: `<p className="letters">mamma</p>${REST}` },
  {
    state: "clamped",
    rule: null,
    content:
      `<p className="clamp">One two three four five six seven eight nine ten eleven twelve thirteen fourteen</p>${REST}`,
  },
  {
    state: "clamped and as large as the card",
    rule: null,
    content: `<p className="clamp large">${"Word after word. ".repeat(90)}</p>`,
  },
  {
    state: "ellipsis",
    rule: null,
    content: `<p className="ellipsis">Departure to the airport, gate</p>${REST}`,
  },
  {
    state: "ellipsis after four letters",
    rule: "text.cut",
    text: "Timetable",
    content: `<p className="ellipsis few">Timetable</p>${REST}`,
  },
  {
    state: "ellipsis after three wide letters",
    rule: "text.cut",
    text: "MMMMillifil",
    content: `<p className="ellipsis" style={{ width: "4.2em" }}>MMMMillifil</p>${REST}`,
  },
  {
    state: "text in the padding",
    rule: "text.inset",
    text: "At the border",
    content:
      `<div className="whole"><Card><Text>Moon</Text><p style={{ marginInlineEnd: -14, textAlign: "end" }}>At the border</p>${REST}</Card></div>`,
  },
  {
    state: "background in the padding",
    rule: null,
    content:
      `<div className="whole"><Card><Text>Moon</Text><p style={{ marginInline: -8, paddingInline: 8, background: "var(--color-surface-raised)" }}>Inside</p>${REST}</Card></div>`,
  },
  {
    state: "value as small as its label",
    rule: "value.small",
    text: "1,234.56",
    content: `<div style={{ width: 70 }}><Stat label="Lot" value="1,234.56" /></div>${REST}`,
  },
  {
    state: "value larger than its label",
    rule: null,
    content: `<div style={{ width: 90 }}><Stat label="Lot" value="1,234.56" /></div>${REST}`,
  },
  {
    state: "ellipsis in a value",
    rule: "text.cut",
    text: "1,234,567,890.50 €",
    content: `<p className="ellipsis">1,234,567,890.50 €</p>${REST}`,
  },
  {
    state: "ellipsis in place of a value's unit",
    rule: "text.cut",
    text: "km",
    content: `<p className="ellipsis snug">1,234 <span>km</span></p>${REST}`,
  },
  {
    state: "ellipsis in the time at the end of a text",
    rule: "text.cut",
    text: "Thu, Dec 3, 7:00 PM",
    content: `<p className="ellipsis snug">Thu, Dec 3, 7:00 PM</p>${REST}`,
  },
  {
    state: "ellipsis in the number at the end of a text",
    rule: "text.cut",
    text: "Turnover of 412,600",
    content: `<p className="ellipsis snug">Turnover of 412,600</p>${REST}`,
  },
  {
    state: "ellipsis between the groups of a number",
    rule: "text.cut",
    text: "Turnover of 12 345 678",
    content: `<p className="ellipsis" style={{ width: "8.2em" }}>Turnover of 12 345 678</p>${REST}`,
  },
  {
    state: "ellipsis after the time in a text",
    rule: null,
    content: `<p className="ellipsis">Until 19:30 in the hall</p>${REST}`,
  },
  {
    state: "ellipsis in a value that is a pixel too wide",
    rule: "text.cut",
    text: "1,234.50 €",
    content: `<p className="ellipsis snug">1,234.50 €</p>${REST}`,
  },
  {
    state: "value of the kit in a narrow column",
    rule: "text.cut",
    text: "1,234,567,890.50 €",
    hint: /: write less, put the rest into `detail`, or give the Grid fewer `columns`; or leave/,
    content:
      `<Grid columns={6}><Stat label="A" value="1,234,567,890.50 €" />{[1, 2, 3, 4, 5].map((key) => <Stat key={key} label="B" value="1" />)}</Grid>${REST}`,
  },
  {
    state: "value of the kit in a low place",
    rule: "text.cut",
    hint: /: write less, or put the rest into `detail`; or leave/,
    content: `<div className="line"><Stat label="Departure to the airport" value="1" /></div>${REST}`,
  },
  {
    state: "for screen readers",
    rule: null,
    content: `<span className="hidden">Only for screen readers, which is long</span>${REST}`,
  },
  {
    state: "text over text",
    rule: "text.overlap",
    text: "Later",
    content: `<div className="pile"><b>Sooner</b><i>Later</i></div>${REST}`,
  },
  {
    state: "text of a style over text",
    rule: "text.overlap",
    text: "Departures today",
    content: `<div className="pile"><b className="count" data-count="+12">Departures today</b></div>${REST}`,
  },
  {
    state: "text of a style below text",
    rule: null,
    content:
      `<div className="pile"><b className="count apart" data-count="+12">Departures today</b></div>${REST}`,
  },
  {
    state: "text over covered text",
    rule: null,
    content: `<div className="pile"><b>Sooner</b><i className="opaque">Later</i></div>${REST}`,
  },
  {
    state: "tight lines",
    rule: null,
    content: `<p className="tight">One line and another line below it</p>${REST}`,
  },
  {
    state: "labels of a drawing",
    rule: "text.overlap",
    text: "Tuesday",
    content:
      `<svg width="200" height="40" role="img" aria-label="Days"><text y="20">Monday</text><text x="20" y="20">Tuesday</text></svg>${REST}`,
  },
  {
    state: "value on two lines",
    rule: "value.broken",
    text: "2026-11-22",
    content: `<p className="narrow">2026-11-22</p>${REST}`,
  },
  {
    state: "unit on the next line",
    rule: "value.broken",
    text: "12 km/h",
    content: `<p className="unit">12 km/h</p>${REST}`,
  },
  {
    state: "marked value",
    rule: "value.broken",
    text: "half past nine",
    content: `<p className="narrow" data-tck-value="">half past nine</p>${REST}`,
  },
  {
    state: "range of times",
    rule: "value.broken",
    text: "12:00 PM–3:00 PM",
    content: `<p className="times">12:00 PM–3:00 PM</p>${REST}`,
  },
  {
    state: "duration in German",
    rule: "value.broken",
    text: "7 Std. 12 Min.",
    content: `<p className="sentence" lang="de">7 Std. 12 Min.</p>${REST}`,
  },
  {
    state: "time in a sentence",
    rule: "value.broken",
    text: "Opens at 12:00 PM",
    content: `<p className="sentence">Opens at 12:00 PM</p>${REST}`,
  },
  {
    state: "time in a sentence that does not break it",
    rule: null,
    content: `<p className="sentence">{"Opens 12:00\\u00a0PM today"}</p>${REST}`,
  },
  {
    state: "list of times",
    rule: null,
    content: `<p className="times">9:00, 10:00, 11:00</p>${REST}`,
  },
  {
    state: "sentence with a number",
    rule: null,
    content: `<p className="times">Row 12, seat 4</p>${REST}`,
  },
  { state: "value on one line", rule: null, content: `<p className="value">2026-11-22</p>${REST}` },
  {
    state: "word on two lines",
    rule: "word.broken",
    text: "Temperature",
    content: `<p className="narrow anywhere">Temperature</p>${REST}`,
  },
  {
    state: "word without a hyphen where the browser has none for it",
    rule: "word.broken",
    text: "Wetterlage",
    hint: /: use a shorter word, or say where .* by a soft hyphen, \\u00ad$/,
    content: `<p className="narrow anywhere hyphens" lang="de">Wetterlage</p>${REST}`,
  },
  {
    state: "word on a line that is cut off",
    rule: null,
    content:
      `<div className="anywhere" style={{ inlineSize: 110 }}><Text lines={1}>Temperaturmessungen</Text></div>${REST}`,
  },
  {
    state: "text of one line that shows less than half",
    rule: "text.cut",
    hint: /: write less, or allow more `lines`; or leave/,
    text: "Schopenhauer’s World as Will and Representation",
    content:
      `<div style={{ inlineSize: 110 }}><Text lines={1}>Schopenhauer’s World as Will and Representation</Text></div>${REST}`,
  },
  { state: "hyphen", rule: null, content: `<p className="narrow">{"Tempe\\u00adrature"}</p>${REST}` },
  {
    state: "Chinese",
    rule: "glyph.missing",
    text: "今天天气很好我们去",
    content: `<p className="narrow" lang="zh">今天天气很好我们去</p>${REST}`,
  },
];
