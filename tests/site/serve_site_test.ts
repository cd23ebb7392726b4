import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveSite } from "../../docs/site/serve_site.ts";

Deno.test({
  name: "the server of the site serves the files of its folder, and none that a link leads to",
  // It listens until the process ends.
  sanitizeResources: false,
  async fn() {
    const folder = await mkdtemp(join(tmpdir(), "tck-site-"));
    try {
      await mkdir(join(folder, "site/docs"), { recursive: true });
      await mkdir(join(folder, "elsewhere"));
      await writeFile(join(folder, "site/docs/index.html"), "own");
      await writeFile(join(folder, "elsewhere/index.html"), "s3cret");
      await symlink("../elsewhere/index.html", join(folder, "site/link.html"));
      await symlink("../elsewhere", join(folder, "site/linked"));
      const { url } = await serveSite(join(folder, "site"), 0);
      const get = async (path: string) => {
        const response = await fetch(url + path);
        return [response.status, await response.text()];
      };
      assert.deepEqual(await get("docs/"), [200, "own"]);
      for (const path of ["link.html", "linked/", "linked/index.html", "..%2felsewhere/index.html", "docs"]) {
        assert.deepEqual(await get(path), [404, "Not found"], path);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  },
});
