/**
 * Reads, verifies and writes `.tckb` widget bundles, with the contract around them.
 *
 * @example
 * ```ts
 * import { readTckb, writeTckb } from "@tck/tckb";
 *
 * const module = new TextEncoder().encode("export default () => null");
 * const bytes = await writeTckb({ module, manifest: { id: "hello", cardType: "feed", sizes: ["fill-auto"] } });
 * const { manifest } = await readTckb(bytes);
 * console.log(manifest.id); // hello
 * ```
 *
 * @module
 */
export * from "./core/mod.ts";
