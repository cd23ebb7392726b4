import { createRequire } from "node:module";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const NOTO = ["400Regular", "400Regular_Italic", "700Bold", "700Bold_Italic"];

/**
 * The files of the fonts that come with the preview, as modules of npm packages: Latin, Greek and Cyrillic in Noto Sans and
 * Noto Serif, Devanagari in Noto Sans; fixed width, Arabic, Hebrew and symbols in DejaVu. A package of the preview holds
 * them beside this module: the packages have many more, which an author would have to install.
 */
export const OWN_FONT_FILES: readonly string[] = [
  ...NOTO.map((style) => `@expo-google-fonts/noto-sans/${style}/NotoSans_${style}.ttf`),
  ...NOTO.map((style) => `@expo-google-fonts/noto-serif/${style}/NotoSerif_${style}.ttf`),
  ...["", "-Bold"].flatMap((style) => [
    `dejavu-fonts-ttf/ttf/DejaVuSans${style}.ttf`,
    `dejavu-fonts-ttf/ttf/DejaVuSansMono${style}.ttf`,
  ]),
];

/** The absolute paths of {@linkcode OWN_FONT_FILES}. */
export function listOwnFonts(): string[] {
  if (!import.meta.url.endsWith(".ts")) return OWN_FONT_FILES.map(besideThisModule);
  const { resolve } = createRequire(import.meta.url);
  return OWN_FONT_FILES.map((file) => resolve(file));
}

function besideThisModule(file: string): string {
  return fileURLToPath(new URL(`./${basename(file)}`, import.meta.url));
}
