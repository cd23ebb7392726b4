import { REST, type RuleCase } from "./rule_cases.ts";

/** The cards that break a rule by their boxes, drawings, colours or elements, and those beside them that do not. */
export const CARD_CASES: readonly RuleCase[] = [
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
