import { testInFirefox } from "./frame_page.ts";
import { THROWN_PLACE } from "./thrown_place.ts";

testInFirefox(...THROWN_PLACE);
