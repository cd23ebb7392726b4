import { checkSampleCards } from "./sample_cards.ts";
import { listVariants } from "./widget_variants.ts";

Deno.test("every sample, in each size, width, state and language, fits its card and has no serious accessibility fault in either theme", (t) =>
  checkSampleCards(t, listVariants));
