import { SealedSite } from "./sealed_site.ts";

/** The sites that the cases of one file share: each adds its own pages. */
const sites = new Map<"open" | "sealed", SealedSite>();

Deno.test.beforeAll(async () => {
  for (const canvas of ["open", "sealed"] as const) sites.set(canvas, await SealedSite.open(canvas));
});
Deno.test.afterAll(async () => {
  for (const site of sites.values()) await site.close();
});

/** The site with a canvas. A case that changes what its web app answers changes it back. */
export function sharedSite(canvas: "open" | "sealed" = "sealed"): SealedSite {
  return sites.get(canvas)!;
}
