import { BLOCKED_CARD } from "./blocked_card.ts";
import { testInFirefox } from "./frame_page.ts";
import { INERT_ANSWERS } from "./inert_answers.ts";

testInFirefox(...BLOCKED_CARD);
// claim: preview-frame-reads
// claim: preview-answers-inert
testInFirefox(...INERT_ANSWERS);
