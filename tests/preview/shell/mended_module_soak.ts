import { testInFirefox } from "./frame_page.ts";
import { MENDED_MODULE } from "./mended_module.ts";

testInFirefox(...MENDED_MODULE);
