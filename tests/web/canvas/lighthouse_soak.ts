import assert from "node:assert/strict";
import { buildSampleBundles } from "../../../hosts/packaging/sample_project.ts";
import { launchOptions } from "../../browser/chromium.ts";
import { sessionCookie } from "../../hosts/routes/stack.ts";
import { auditPages } from "../../packages/mod.ts";
import { nameTestsOf } from "../../servers/programs.ts";
import { openHostAssets } from "../host_assets.ts";
import { SealedSite } from "./sealed_site.ts";

const PAGES = ["/", "/feed", "/login"];

// Lighthouse loads no page in the headless shell that the tests bring.
const named = await nameTestsOf(["chromium"], "chromium");

for (const canvas of ["open", "sealed"] as const) {
  Deno.test(
    named(`${canvas}: Lighthouse finds nothing in accessibility, best practices and search of the pages`),
    async () => {
      const site = await SealedSite.open(canvas, { assets: await openHostAssets() });
      try {
        await site.stores.commit("ada", "2026-03-01", "morning_brief", await buildSampleBundles());
        const reports = await auditPages({
          ...await launchOptions(),
          cookie: await sessionCookie("ada"),
          urls: PAGES.map((path) => site.origin + path),
          categories: ["accessibility", "best-practices", "seo"],
        });
        for (const [index, { scores, failures }] of reports.entries()) {
          assert.deepEqual(failures, [], PAGES[index]);
          assert.deepEqual(scores, { "accessibility": 1, "best-practices": 1, "seo": 1 }, PAGES[index]);
        }
      } finally {
        await site.close();
      }
    },
  );
}
