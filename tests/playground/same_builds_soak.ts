// What `same_builds_test.ts` asserts, of all other projects; two widgets of the last one never end.
import { compareBuilds } from "./same_builds.ts";

Deno.test("a page's bundler gives the verdicts, diagnostics and bytes of the command's", (test) =>
  compareBuilds(test, ["home", "travel", "gallery", "briefs", "invalid"]));
