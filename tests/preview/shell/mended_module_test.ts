import { testInChromium } from "./frame_page.ts";
import { MENDED_MODULE } from "./mended_module.ts";

// The same in Firefox is in mended_module_soak.ts.
testInChromium(...MENDED_MODULE);
