import { testPrintedFeed } from "./printed_feeds.ts";
import { SAMPLE_PROJECTS } from "./sample_projects.ts";

for (const project of SAMPLE_PROJECTS) testPrintedFeed(project);
