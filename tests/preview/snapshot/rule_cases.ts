/** What a card shows in one state, and the rule that reports it; null when nothing does. */
export interface RuleCase {
  readonly state: string;
  readonly rule: string | null;
  /** JSX in the widget's component. */
  readonly content: string;
  /** What the element of the problem has as its text. */
  readonly text?: string;
  /** What its message says that the author can do. */
  readonly hint?: RegExp;
}

/** Fills the rest of a card, so that it is not empty. */
const REST = `<div className="rest" />`;

/** The cards that break a rule, and those beside them that do not. */
export const CASES: readonly RuleCase[] = [
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
  {
    state: "drawing without a height",
    rule: "element.no_size",
    text: "",
    content:
      `<div className="none"><svg viewBox="0 0 9 9" role="img" aria-label="Moon"><circle r="9" /></svg></div>${REST}`,
  },
  {
    state: "definitions",
    rule: null,
    content:
      `<svg width="0" height="0" aria-hidden="true"><defs><path id="moon" d="M0 0" /></defs></svg>${REST}`,
  },
  {
    state: "drawing larger than its room",
    rule: "figure.overflow",
    text: "",
    hint:
      /^The drawing of Figure is 82 px too wide and 240 px too high for its room: draw it for the `width` and/,
    content:
      `<Figure label="Moon" height={60}>{() => <svg width="400" height="300"><circle r="9" /></svg>}</Figure>${REST}`,
  },
  {
    state: "drawing as large as its room",
    rule: null,
    content:
      `<Figure label="Moon" height={60}>{({ width, height }) => <canvas width={width} height={height} />}</Figure>${REST}`,
  },
  {
    state: "value over its ring",
    rule: "figure.overflow",
    text: "1,234,567,890.12 €",
    hint: /^The value “1,234,567,890\.12 €” is \d+ px wider than the inside of its ring: write it shorter/,
    content:
      `<div style={{ display: "grid", width: 80, height: 80 }}><Donut label="Moons" value="1,234,567,890.12 €" segments={RING} /></div>${REST}`,
  },
  {
    state: "value in its ring",
    rule: null,
    content:
      `<div style={{ display: "grid", width: 80, height: 80 }}><Donut label="Moons" value="42 %" segments={RING} /></div>${REST}`,
  },
  {
    state: "text in a box without a height",
    rule: "element.no_size",
    text: "Gone",
    content: `<div className="none clip"><p>Gone</p></div>${REST}`,
  },
  {
    state: "text beyond a box without a height",
    rule: null,
    content: `<div className="none"><p>There</p></div><p>{"\\u00a0"}</p>${REST}`,
  },
  {
    state: "too wide",
    rule: "card.overflow",
    text: "Wide",
    content: `<p className="wide">Wide</p>${REST}`,
  },
  {
    state: "too high in a frame",
    rule: "card.overflow",
    text: "High",
    content: `<div className="frame">${REST}<p className="high">High</p></div>`,
  },
  {
    state: "decoration beyond a frame",
    rule: null,
    content: `<div className="frame tall">${REST}<div className="notch" /></div>`,
  },
  {
    state: "labels and values",
    rule: null,
    content: `<div className="rows">${"<p><span>Label</span><b>12</b></p>".repeat(8)}</div>`,
  },
  {
    state: "empty below",
    rule: "card.empty",
    hint: / px at the bottom /,
    content: `<p>Three words only</p>`,
  },
  {
    state: "empty beside",
    rule: "card.empty",
    content: `<p className="left">${"Word after word. ".repeat(22)}</p>`,
  },
  {
    state: "empty between",
    rule: "card.empty",
    text: "",
    content: `<p>Above the gap</p><div className="gap" /><div className="rest low" />`,
  },
  {
    state: "less empty between",
    rule: null,
    content: `<p>Above the gap</p><div className="gap less" /><div className="rest low" />`,
  },
  {
    state: "filled by cells with an outline",
    rule: null,
    content: `<div className="cells">${"<i />".repeat(9)}</div>`,
  },
  {
    state: "filled by cells with lines at two sides",
    rule: null,
    content: `<div className="cells lines">${"<i />".repeat(9)}</div>`,
  },
  { state: "filled by a picture", rule: null, content: `<p>Text</p><div className="picture" />` },
  {
    state: "pale text",
    rule: "accessibility.color-contrast",
    text: "Pale",
    content: `<p className="pale">Pale</p>${REST}`,
  },
  {
    state: "text of the card's colour",
    rule: "text.invisible",
    text: "Gone",
    hint: /^“Gone” is not seen: its colour is that of what is behind it: use a colour of the host/,
    content: `<p className="same">Gone</p>${REST}`,
  },
  {
    state: "text of its own box's colour",
    rule: "text.invisible",
    text: "Gone",
    content: `<p className="same teal">Gone</p>${REST}`,
  },
  {
    state: "transparent text",
    rule: "text.invisible",
    text: "Gone",
    hint: /its colour is transparent/,
    content: `<p className="transparent">Gone</p>${REST}`,
  },
  {
    state: "text without opacity",
    rule: "text.invisible",
    text: "Gone",
    hint: /its opacity is 0/,
    content: `<div style={{ opacity: 0 }}><p>Gone</p></div>${REST}`,
  },
  {
    state: "text of the card's colour on a box",
    rule: null,
    content: `<p className="same" style={{ background: "var(--color-text)" }}>Seen</p>${REST}`,
  },
  {
    state: "text of the card's colour on a box below it",
    rule: null,
    content:
      `<div className="pile under"><b style={{ background: "var(--color-text)" }} /><i>Seen</i></div>${REST}`,
  },
  {
    state: "text with a gradient",
    rule: null,
    content: `<p className="gradient">Seen</p>${REST}`,
  },
  {
    state: "hidden texts",
    rule: null,
    content:
      `<p className="same" hidden>A</p><p className="same" style={{ visibility: "hidden" }}>B</p><span className="hidden same">C</span><p>Row <button style={{ opacity: 0, minWidth: 30, minHeight: 30 }}>Edit</button></p>${REST}`,
  },
  {
    state: "small target",
    rule: "accessibility.target-size",
    text: "A",
    content: `<div className="targets"><button>A</button><button>B</button></div>${REST}`,
  },
  {
    state: "large target",
    rule: null,
    content: `<div className="targets large"><button>A</button></div>${REST}`,
  },
  {
    state: "headings",
    rule: "accessibility.heading-order",
    text: "Detail",
    content: `<h2>News</h2><h5>Detail</h5>${REST}`,
  },
];
