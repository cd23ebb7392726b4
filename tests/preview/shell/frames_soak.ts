import {
  exactRoom,
  FRAME_WITH_TOKEN,
  LOOPING_CLICK,
  loopingEdit,
  loopingStart,
  RELOADED_FRAME,
} from "./frame_cases.ts";
import { testFrames, testInFirefox } from "./frame_page.ts";

testInFirefox(...exactRoom("fill-auto", "4x4"));
testInFirefox(...RELOADED_FRAME);
testInFirefox(...FRAME_WITH_TOKEN);
testFrames(...loopingEdit("while its module is evaluated"));
testFrames(...loopingStart("?mount=iframe", "?view=compare"));
testInFirefox(...LOOPING_CLICK);
