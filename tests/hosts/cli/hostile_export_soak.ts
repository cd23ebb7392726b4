import { assertLoopEnds } from "./hostile_feeds.ts";

for (const format of ["png", "pdf"] as const) {
  Deno.test(`a card that loops does not hold up an export as ${format}`, () => assertLoopEnds(format));
}
