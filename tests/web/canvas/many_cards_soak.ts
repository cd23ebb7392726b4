import { expectBrokenAlone, expectNoLeak, expectNoMove, expectScrolledFirst } from "./many_cards.ts";
import { SealedSite } from "./sealed_site.ts";

/** The canvases, each with the services that serve it. */
const sites = new Map<"open" | "sealed", SealedSite>();
Deno.test.beforeAll(async () => {
  for (const canvas of ["open", "sealed"] as const) sites.set(canvas, await SealedSite.open(canvas));
});
Deno.test.afterAll(async () => {
  for (const site of sites.values()) await site.close();
});

for (const canvas of ["open", "sealed"] as const) {
  Deno.test(`${canvas}: of thirty cards four are broken in different ways, and a retry heals the one that can be`, () =>
    expectBrokenAlone(sites.get(canvas)!, canvas, 30));

  Deno.test(`${canvas}: nothing leaks when a card is unmounted and mounted fifty times`, () =>
    expectNoLeak(sites.get(canvas)!, canvas, 50));
}

Deno.test("open: the card that the reader scrolls to is mounted before those above it that wait", () =>
  expectScrolledFirst(sites.get("open")!, "open"));

Deno.test("open: cards of known sizes do not move when they are mounted", () =>
  expectNoMove(sites.get("open")!, "open"));
