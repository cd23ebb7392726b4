import { measureTextWidth } from "../text_width.ts";

/** A font as the widths of texts depend on it. */
export interface Font {
  readonly family: string;
  readonly weight: 400 | 600;
  /** Letter spacing in em. */
  readonly tracking?: number;
}

/** A text as a chain of words that a line cannot break. Widths are in em. */
export interface Run {
  /** The widths of the words, each with the space after it. */
  readonly words: readonly { readonly width: number; readonly space: number }[];
  /** The width of the whole text in one line. */
  readonly width: number;
}

/** Measures the width of a text in em. */
export type MeasureText = (text: string, font: Font) => number;

/** The size at which texts are measured: large, so that widths have no rounding to whole pixels. */
const MEASURED_SIZE = 100;

/** Measures as the page's browser sets the text. */
export function measureText(text: string, { family, weight, tracking = 0 }: Font): number {
  return measureTextWidth(family)(text, MEASURED_SIZE, weight) / MEASURED_SIZE + tracking * text.length;
}

let canvas: CanvasRenderingContext2D | undefined;

const baselines = new Map<string, number>();

/** How far the baseline of a text is below the top of its line: browsers round what is above and below it to whole pixels. */
export function measureBaseline(font: Font, size: number, line: number): number {
  const key = `${font.weight} ${size} ${line} ${font.family}`;
  let baseline = baselines.get(key);
  if (baseline === undefined) {
    canvas ??= document.createElement("canvas").getContext("2d")!;
    canvas.font = `${font.weight} ${size}px ${font.family}`;
    const { fontBoundingBoxAscent, fontBoundingBoxDescent } = canvas.measureText("0");
    const [above, below] = [Math.round(fontBoundingBoxAscent), Math.round(fontBoundingBoxDescent)];
    baselines.set(key, baseline = Math.floor((line - above - below) / 2) + above);
  }
  return baseline;
}

/** Characters that do not begin a line. */
const NEVER_FIRST = /^[\s.,;:!?)\]}»”’%…、。，」』）·・ー々—–-]/u;

const segmenters = new Map<string, Intl.Segmenter>();

/** Splits a text at the places where a line may end. */
export function readRun(text: string, font: Font, measure: MeasureText, language: string): Run {
  const collapsed = text.replace(/[\t\n\r ]+/g, " ").trim();
  const space = measure(" ", font);
  const words = wordsOf(collapsed, language).map(({ text, isSpaced }) => ({
    width: measure(text, font),
    space: isSpaced ? space : 0,
  }));
  return { words, width: collapsed === "" ? 0 : measure(collapsed, font) };
}

/** Scripts whose words are not separated by spaces. */
const UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/u;

function wordsOf(text: string, language: string): { text: string; isSpaced: boolean }[] {
  const spaced = text.split(" ").filter((word) => word !== "");
  return spaced.flatMap((word, index) => {
    const isSpaced = index < spaced.length - 1;
    const parts = UNSPACED.test(word) ? segment(word, language) : word.split(/(?<=[-–—/](?=\p{L}))/u);
    return parts.map((part, place) => ({ text: part, isSpaced: isSpaced && place === parts.length - 1 }));
  });
}

function segment(word: string, language: string): string[] {
  let segmenter = segmenters.get(language);
  if (segmenter === undefined) {
    segmenters.set(language, segmenter = new Intl.Segmenter(language, { granularity: "word" }));
  }
  const parts: string[] = [];
  for (const { segment } of segmenter.segment(word)) {
    if (parts.length > 0 && NEVER_FIRST.test(segment)) parts[parts.length - 1] += segment;
    else parts.push(segment);
  }
  return parts;
}

/** The number of lines of a text at a width and font size in pixels. A word that is wider than a line is broken. */
export function countLines({ words, width: whole }: Run, width: number, size: number): number {
  if (words.length === 0) return 0;
  const room = width / size + SLACK;
  if (whole <= room) return 1;
  if (room <= SLACK) return words.length;
  let lines = 1;
  let used = 0;
  for (const word of words) {
    if (used > 0 && used + word.width > room) {
      lines++;
      used = 0;
    }
    if (word.width > room) {
      const more = Math.ceil(word.width / room) - 1;
      lines += more;
      used = word.width - more * room;
    } else used += word.width;
    used += word.space;
  }
  return lines;
}

/** Browsers place letters by fractions of pixels. */
const SLACK = 0.01;

/** The width of the longest word, in em. */
export function longestWord({ words }: Run): number {
  return Math.max(0, ...words.map(({ width }) => width));
}
