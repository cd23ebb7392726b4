import { testPrintedFeed } from "./printed_feeds.ts";

testPrintedFeed("travel"); // The one with right-to-left cards. The others are in the soak.
