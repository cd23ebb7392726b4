/**
 * Licences of packages that do not state them where a bill of materials is written: those for other platforms are in the lock
 * file and not installed, and one refers to a file. A name that ends in `*` stands for all that begin so.
 */
const LICENSES: { readonly [name: string]: string } = {
  "@emnapi/*": "MIT",
  "@esbuild/*": "MIT",
  "@napi-rs/wasm-runtime": "MIT",
  "@rolldown/binding-*": "MIT",
  "@tailwindcss/oxide-*": "MIT",
  "@tybys/wasm-util": "MIT",
  "dejavu-fonts-ttf": "Bitstream-Vera",
  "fsevents": "MIT",
  "lightningcss-*": "MPL-2.0",
  "tslib": "0BSD",
};

/** The licence of a package, as an expression of SPDX, or null when its own `package.json` says it. */
export function findKnownLicense(name: string): string | null {
  const found = Object.entries(LICENSES).find(([pattern]) =>
    pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern
  );
  return found?.[1] ?? null;
}
