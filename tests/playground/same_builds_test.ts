// budget: 40 s: two bundlers build ten widgets
import { compareBuilds } from "./same_builds.ts";

Deno.test("a page's bundler gives the verdicts, diagnostics and bytes of the command's", (test) =>
  compareBuilds(test, ["morning-brief", "workday"]));
