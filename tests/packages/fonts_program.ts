/**
 * Prints the folders with the fonts of the tests, as a JSON array. The dynamic imports install them.
 *
 * @module
 */
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The packages, each with its folders that are used. */
const PACKAGES: { readonly [specifier: string]: readonly string[] } = {
  // Latin, Greek, Cyrillic and Devanagari.
  "npm:@expo-google-fonts/noto-sans@0.4.2": [
    "400Regular",
    "400Regular_Italic",
    "700Bold",
    "700Bold_Italic",
  ],
  "npm:@expo-google-fonts/noto-serif@0.4.2": [
    "400Regular",
    "400Regular_Italic",
    "700Bold",
    "700Bold_Italic",
  ],
  // Fixed width, Arabic, Hebrew and symbols.
  "npm:dejavu-fonts-ttf@2.37.3": ["ttf"],
  // Chinese.
  "npm:@expo-google-fonts/zcool-xiaowei@0.4.1": ["400Regular"],
  // Japanese.
  "npm:@expo-google-fonts/sawarabi-gothic@0.4.2": ["400Regular"],
};

const folders: string[] = [];
for (const [specifier, names] of Object.entries(PACKAGES)) {
  const packageJson = `${specifier}/package.json`;
  await import(packageJson, { with: { type: "json" } });
  for (const name of names) {
    folders.push(fileURLToPath(new URL(name, import.meta.resolve(packageJson))));
  }
}
process.stdout.write(JSON.stringify(folders));
