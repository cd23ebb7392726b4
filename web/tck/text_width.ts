/** The width of a text in one line, in CSS pixels. The weight is 400 by default. */
export type TextWidth = (text: string, fontSize: number, weight?: number) => number;

/** Accents, and the marks of direction that formatted numbers have in Arabic and Hebrew. */
const WITHOUT_WIDTH = /[\p{Mark}\p{Cf}]/u;

/** Scripts whose characters are about as wide as high, and pictographs. */
const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/u;

/** The widest letters of Arabic. One of them is its "a.m.". */
const ARABIC = /[سشصض]/;
const WIDEST = /[%&@mwMW←→↑↓—]/;
const NARROW = /[\s.,:;'’|!()[\]ijlI·\-/]/;
const CAPITAL = /\p{Lu}/u;

/** The widths of characters in font sizes: about those of most fonts, and those of a wide font in semi-bold type. */
const USUAL = { wide: 1, arabic: 1.2, widest: 0.72, capital: 0.72, narrow: 0.32, other: 0.58 };
const WIDE_SEMI_BOLD = { wide: 1.1, arabic: 1.2, widest: 1.04, capital: 0.84, narrow: 0.38, other: 0.7 };

/** How much wider semi-bold type is. */
const SEMI_BOLD = 1.06;

/** About how wide a text is: enough to know whether labels have room, and the same with and without a page. */
export function estimateTextWidth(text: string, fontSize: number, weight = 400): number {
  return addUp(text, USUAL) * fontSize * (weight >= 600 ? SEMI_BOLD : 1);
}

/**
 * About how wide a value in semi-bold type is, in font sizes, and at least 1. Its container gives it a font size from it, so
 * it is an upper estimate: the value rather has some room left.
 */
export function estimateValueWidth(text: string): number {
  return Math.max(1, addUp(text, WIDE_SEMI_BOLD));
}

function addUp(text: string, widths: typeof USUAL): number {
  let width = 0;
  for (const character of text) width += widthOf(character, widths);
  return width;
}

function widthOf(character: string, widths: typeof USUAL): number {
  if (WIDE.test(character)) return widths.wide;
  if (WITHOUT_WIDTH.test(character)) return 0;
  if (ARABIC.test(character)) return widths.arabic;
  if (WIDEST.test(character)) return widths.widest;
  if (CAPITAL.test(character) && character !== "I") return widths.capital;
  return NARROW.test(character) ? widths.narrow : widths.other;
}

/** More texts are forgotten together: a page has some hundreds. */
const MOST_KNOWN = 4_000;

/** The widths of measured texts in pixels, by font and text. */
const known = new Map<string, number>();

/** The measure of each family. */
const measures = new Map<string, TextWidth>();

let context: CanvasRenderingContext2D | null | undefined;

/** What measures texts; null where a page has no canvas. */
export function textCanvas(): CanvasRenderingContext2D | null {
  return context ??= document.createElement("canvas").getContext("2d");
}

/**
 * Measures texts as the page's browser sets them, with tabular figures. Without a page, or a canvas, it estimates them.
 *
 * @param family the value of `font-family`
 */
export function measureTextWidth(family: string): TextWidth {
  if (typeof document === "undefined") return estimateTextWidth;
  const canvas = textCanvas();
  if (canvas === null) return estimateTextWidth;
  const measure = measures.get(family) ?? createMeasure(family, canvas);
  measures.set(family, measure);
  return measure;
}

/** Forgets what was measured, because a font was loaded. Later measures are other functions. */
export function forgetTextWidths(): void {
  known.clear();
  measures.clear();
}

function createMeasure(family: string, canvas: CanvasRenderingContext2D): TextWidth {
  return (text, fontSize, weight = 400) => {
    const font = `${weight} ${fontSize}px ${family}`;
    const key = `${font}|${text}`;
    const width = known.get(key) ?? measureIn(canvas, font, text);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, width);
    return width;
  };
}

function measureIn(canvas: CanvasRenderingContext2D, font: string, text: string): number {
  canvas.font = font;
  // Figures that are as wide as each other are as wide as a zero.
  return canvas.measureText(text.replace(/\d/g, "0")).width;
}
