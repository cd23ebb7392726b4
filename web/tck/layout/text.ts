import { measureTextWidth, textCanvas } from "../text_width.ts";

/** What the width of a text depends on, besides its size. */
export interface Font {
  readonly family: string;
  readonly weight: 400 | 600;
  /** Letter spacing in em. */
  readonly tracking?: number;
}

/** A text or other content of an element. */
export interface Content {
  /** Its width in one line at a font size. */
  width(size: number): number;
  lines(width: number, size: number): number;
  /** The width of what a line cannot break. */
  least(size: number): number;
  /** The height of content that is not only text. */
  readonly height: number;
}

/** A word and the space after it, in em. */
interface Word {
  readonly width: number;
  readonly space: number;
}

/** The size at which texts are measured: large, so that widths have no rounding to whole pixels. */
const MEASURED_SIZE = 100;

/** A text as a chain of words that a line cannot break. */
export function contentOf(text: string, { family, weight, tracking = 0 }: Font, language: string): Content {
  const measure = measureTextWidth(family);
  const widthOf = (text: string) =>
    measure(text, MEASURED_SIZE, weight) / MEASURED_SIZE + tracking * text.length;
  const collapsed = text.replace(/[\t\n\r ]+/g, " ").trim();
  const [whole, space] = [widthOf(collapsed), widthOf(" ")];
  const words = wordsOf(collapsed, language).map(({ text, isSpaced }): Word => ({
    width: widthOf(text),
    space: isSpaced ? space : 0,
  }));
  const longest = Math.max(0, ...words.map(({ width }) => width));
  return {
    width: (size) => whole * size,
    lines: (width, size) => countLines(words, whole, width / size),
    least: (size) => longest * size,
    height: 0,
  };
}

const baselines = new Map<string, number>();

/** How far the baseline of a text is below the top of its line: browsers round what is above and below it to whole pixels. */
export function measureBaseline(font: Font, size: number, line: number): number {
  const key = `${font.weight} ${size} ${line} ${font.family}`;
  let baseline = baselines.get(key);
  if (baseline === undefined) {
    const canvas = textCanvas()!;
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

/** Scripts whose words are not separated by spaces. */
const UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/u;

/** Splits a text at the places where a line may end. */
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

/** The number of lines of words at a width in em. A word that is wider than a line is broken. */
function countLines(words: readonly Word[], whole: number, width: number): number {
  const room = width + SLACK;
  if (words.length === 0) return 0;
  if (whole <= room) return 1;
  if (room <= SLACK) return words.length;
  let lines = 1;
  let used = 0;
  for (const word of words) {
    if (used > 0 && used + word.width > room) {
      lines++;
      used = 0;
    }
    const more = word.width > room ? Math.ceil(word.width / room) - 1 : 0;
    lines += more;
    used += word.width - more * room + word.space;
  }
  return lines;
}

/** Browsers place letters by fractions of pixels. */
const SLACK = 0.01;
