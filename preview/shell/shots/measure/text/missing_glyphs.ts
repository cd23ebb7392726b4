import type { CardTree } from "../card_tree.ts";
import { describeText } from "../element.ts";
import { findFontPackage } from "./font_packages.ts";
import type { MeasuredFault } from "../measured_fault.ts";

/** All but what every font has, and what none draws. */
const CHECKED = /[^\p{ASCII}\u0080-\u024f\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Format}]/gu;

/** How many characters of a card are checked. */
const MAX_CHARACTERS = 500;

/** A code point that will never be a character, so that no font has it. */
const NO_CHARACTER = "\ufdd0";

/** Pixels of a drawn glyph, and of its place. */
const [FONT_SIZE, CANVAS_SIZE] = [24, 48];

/** A character in the font of an element. */
interface Glyph {
  readonly character: string;
  readonly element: Element;
}

/** The characters of a card that no font draws: one fault for each package of fonts that has them. */
export function findMissingGlyphs(tree: CardTree): MeasuredFault[] {
  const glyphs = listGlyphs(tree);
  if (glyphs.length === 0) return [];
  const canvas = new GlyphCanvas();
  const missing = glyphs.filter((glyph) => canvas.isMissing(glyph));
  const all = missing.map(({ character }) => character).join("");
  const byPackage = Map.groupBy(missing, (one) => findFontPackage(one.character, one.element, all));
  return Array.from(byPackage, ([fonts, own]) => ({
    rule: "glyph.missing",
    message: [describeMissing([...new Set(own.map(({ character }) => character))].join(""), fonts)],
    element: own[0]!.element,
    subject: fonts ?? undefined,
  }));
}

/** The characters to check, each once in an element. */
function listGlyphs({ texts }: CardTree): Glyph[] {
  return texts.flatMap(({ text, element }) =>
    [...new Set(text.match(CHECKED))].map((character) => ({ character, element }))
  ).slice(0, MAX_CHARACTERS);
}

function describeMissing(characters: string, fonts: string | null): string {
  const what = fonts === null ? "a package of @expo-google-fonts that has them" : `the package ${fonts}`;
  return `No font has ${describeText(characters)}: the picture shows boxes; add ${what} to the project`;
}

/** Draws glyphs. A character without one is drawn as {@link NO_CHARACTER} is. */
class GlyphCanvas {
  readonly #canvas = document.createElement("canvas");
  readonly #pen = this.#canvas.getContext("2d", { willReadFrequently: true })!;
  /** What was drawn, by font and character. */
  readonly #drawn = new Map<string, string>();

  constructor() {
    this.#canvas.width = this.#canvas.height = CANVAS_SIZE;
  }

  isMissing({ character, element }: Glyph): boolean {
    const { fontStyle, fontWeight, fontFamily } = getComputedStyle(element);
    const font = `${fontStyle} ${fontWeight} ${FONT_SIZE}px ${fontFamily}`;
    return this.#draw(character, font) === this.#draw(NO_CHARACTER, font);
  }

  #draw(character: string, font: string): string {
    const key = `${font} ${character}`;
    const drawn = this.#drawn.get(key) ?? this.#drawAgain(character, font);
    this.#drawn.set(key, drawn);
    return drawn;
  }

  #drawAgain(character: string, font: string): string {
    this.#pen.font = font;
    this.#pen.clearRect(0, 0, CANVAS_SIZE, CANVAS_SIZE);
    this.#pen.fillText(character, FONT_SIZE / 4, FONT_SIZE * 1.25);
    return this.#pen.getImageData(0, 0, CANVAS_SIZE, CANVAS_SIZE).data.join();
  }
}
