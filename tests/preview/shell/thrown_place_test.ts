import { testInChromium } from "./frame_page.ts";
import { THROWN_PLACE } from "./thrown_place.ts";

// The same in Firefox is in thrown_place_soak.ts.
testInChromium(...THROWN_PLACE);
