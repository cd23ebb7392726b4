/** The bundler of the page, with the addresses of its parts beside this module. */
import { addresses } from "virtual:tck/built";
import { type BundlerAddresses, PageBundler } from "./page_bundler.ts";

/** @param deadline milliseconds that evaluating one widget may take */
export function openPageBundler(deadline?: number): PageBundler {
  const resolved = Object.entries(addresses).map((
    [name, path],
  ) => [name, new URL(path, import.meta.url).href]);
  return new PageBundler(Object.fromEntries(resolved) as unknown as BundlerAddresses, deadline);
}
