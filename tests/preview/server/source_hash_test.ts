import assert from "node:assert/strict";
import type { DevEnvironment } from "vite";
import { LiveSources } from "../../../preview/server/vite/live/live_sources.ts";

/** What Vite has of a page with an installed module, whose addresses have a version of its start. */
function environmentOf(version: string, code = "export const kit = 1;"): DevEnvironment {
  const kit = {
    id: `/p/node_modules/@tck/kit/mod.js?v=${version}`,
    url: "/kit",
    file: null,
    importedModules: [],
  };
  const page = { id: "/p/main.js", url: "/main.js", file: null, importedModules: [kit] };
  const codes: { [url: string]: string } = { "/main.js": `import "/kit.js?v=${version}";`, "/kit": code };
  return {
    transformRequest: (url: string) => Promise.resolve({ code: codes[url] }),
    moduleGraph: { getModuleByUrl: (url: string) => Promise.resolve(url === "/kit" ? kit : page) },
    depsOptimizer: { metadata: { hash: "packages" }, isOptimizedDepFile: () => false },
  } as unknown as DevEnvironment;
}

const hashOf = (environment: DevEnvironment) => new LiveSources(environment, "/p").hash(["/main.js"]);

Deno.test("the modules of a page have the same hash at every start, so that kept pictures are used from the second run on", async () => {
  const first = await hashOf(environmentOf("f5b03ec6"));
  assert.match(first!, /^[0-9a-f]{64}$/);
  assert.equal(await hashOf(environmentOf("ad6e3cc0")), first);
  assert.notEqual(await hashOf(environmentOf("ad6e3cc0", "export const kit = 2;")), first);
});
