import { join } from "node:path";
import { hasPrograms } from "../../servers/programs.ts";
import { buildTestSite, createTellingProject, serveFolder } from "./site_folder.ts";
import { checkSite, inFirefox } from "./site_page_cases.ts";

if (await hasPrograms(["firefox-esr"], "a site in Firefox", "firefox-esr")) {
  // claim: site-has-the-policy-of-a-feed
  Deno.test("Firefox shows the pages of a site below any path, without a request to elsewhere, an error or a finding of axe", async () => {
    await using project = await createTellingProject();
    const out = join(project.path, "site");
    await buildTestSite(project.folder, out);
    await using served = await serveFolder(out, "/some/path/site/");
    await inFirefox((page) => checkSite(page, served.url, out));
  });
}
