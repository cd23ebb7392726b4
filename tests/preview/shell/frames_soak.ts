import {
  COUNTED_FRAMES,
  exactRoom,
  FAILED_CARD,
  FRAME_WITH_TOKEN,
  LOOPING_CLICK,
  loopingEdit,
  loopingStart,
  RELOADED_FRAME,
  RELOADED_LOOP,
} from "./frame_cases.ts";
import { testFrames, testInChromium, testInFirefox } from "./frame_page.ts";

testInChromium(...exactRoom("fill-auto", "4x4"));
testInFirefox(...exactRoom("fill-auto", "2x2", "4x4"));
testInFirefox(...FAILED_CARD);
testInFirefox(...RELOADED_FRAME);
testInFirefox(...FRAME_WITH_TOKEN);
testInFirefox(...loopingEdit("while it renders"));
testFrames(...loopingEdit("while its module is evaluated"));
testInChromium(...RELOADED_LOOP);
testFrames(...loopingStart("?mount=iframe", "?view=compare"));
testInFirefox(...LOOPING_CLICK);
// claim: preview-own-origin
testInFirefox(...COUNTED_FRAMES);
