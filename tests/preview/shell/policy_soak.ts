import { BLOCKED_CARD } from "./blocked_card.ts";
import { testInFirefox } from "./frame_page.ts";

testInFirefox(...BLOCKED_CARD);
