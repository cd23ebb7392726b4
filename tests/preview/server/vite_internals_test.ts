import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createServer, type InlineConfig, resolveConfig, version, type ViteDevServer } from "vite";
import {
  acceptsSocket,
  AWAIT_UPDATES,
  CLIENT_MODULES,
  delayFileEvents,
  filePathOf,
  fileUrl,
  idOfUrl,
  isBundledPackage,
  isClientModule,
  isDependencyScan,
  isPackageModule,
  loadedFiles,
  onSystemEvent,
  packagesBundled,
  packagesHash,
  rememberFault,
  removePlugins,
  removeStyleInjection,
  stableCode,
  updateApplied,
  virtualModuleUrl,
  VITE_VERSION,
} from "../../../preview/server/vite/vite_internals.ts";
import { until, whileNothingMay, within } from "../../waiting/mod.ts";
import { Project } from "../session/project.ts";

const CLIENT = new URL("../../../node_modules/vite/dist/client/client.mjs", import.meta.url);

Deno.test("the internals were checked against the installed version of Vite", () => {
  assert.equal(version, VITE_VERSION);
});

Deno.test("a plugin of Vite is removed by its name, and one that Vite does not have is an error", async () => {
  const config = await resolveConfig({ configFile: false }, "serve");
  const names = config.plugins.map(({ name }) => name);
  removePlugins(config, ["vite:import-glob", "vite:worker"]);
  const left = names.filter((name) => !["vite:import-glob", "vite:worker"].includes(name));
  assert.deepEqual(config.plugins.map(({ name }) => name), left);
  assert.throws(() => removePlugins(config, ["vite:import-glob"]), /Vite has no plugin vite:import-glob/);
});

Deno.test("a compiled stylesheet adds itself to the document by one statement, which is removed", async () => {
  await using opened = await open({ "style.css": "b { color: red }" });
  const { code } = (await opened.client.transformRequest("/style.css"))!;
  assert.match(code, /^__vite__updateStyle\(__vite__id, __vite__css\)$/m);
  const removed = removeStyleInjection(code);
  assert.doesNotMatch(removed, /^__vite__updateStyle\(/m);
  assert.equal(removed.split("\n").length, code.split("\n").length);
});

Deno.test("a plugin without `enforce` sees compiled CSS, and a later one the module that injects it", async () => {
  const seen: string[] = [];
  const look = (enforce?: "post") => ({
    name: `look-${enforce}`,
    ...(enforce && { enforce }),
    transform: { filter: { id: /\.css$/ }, handler: (code: string) => void seen.push(code) },
  });
  await using opened = await open(
    { "style.css": '@import "./other.css";', "other.css": "b { color: red }" },
    {
      plugins: [look(), look("post")],
    },
  );
  await opened.client.transformRequest("/style.css");
  const [compiled, injecting] = seen;
  assert.equal(compiled!.trim(), "b { color: red }");
  assert.match(injecting!, /__vite__updateStyle/);
});

Deno.test("an event of the watcher is delayed before modules are invalidated, and other events are not", async () => {
  await using opened = await open({ "module.js": "export default 1;" });
  const { server, client } = opened;
  const gate = Promise.withResolvers<boolean>();
  const asked: string[] = [];
  delayFileEvents(server.watcher, (file) => {
    asked.push(file);
    return file.endsWith("module.js") ? gate.promise : null;
  });
  const events: string[] = [];
  server.watcher.on("change", (file) => events.push(file));
  server.watcher.on("unlink", (file) => events.push(file));
  await client.transformRequest("/module.js");
  const module = (await client.moduleGraph.getModuleByUrl("/module.js"))!;
  const file = join(opened.path, "module.js");
  server.watcher.emit("change", file);
  server.watcher.emit("change", join(opened.path, "other.js"));
  server.watcher.emit("unlink", join(opened.path, "gone.js"));
  assert.deepEqual(events.map((path) => path.slice(opened.path.length)), ["/other.js", "/gone.js"]);
  assert.deepEqual(asked.map((path) => path.slice(opened.path.length)), ["/module.js", "/other.js"]);
  assert.notEqual(module.transformResult, null);
  gate.resolve(true);
  await gate.promise;
  await updateApplied();
  assert.equal(events.at(-1), file);
  await until("the module is invalidated", () => module.transformResult === null);
});

Deno.test("Vite's watcher drops a second change in quick succession, but not the system's event of it", async () => {
  await using opened = await open({ "module.js": "export default 1;" });
  const file = join(opened.path, "module.js");
  const { watcher } = opened.server;
  watcher.add(file);
  let changes = 0;
  let seen = Promise.withResolvers<void>();
  watcher.on("change", (path) => changes += Number(path === file));
  onSystemEvent(watcher, () => seen.resolve());
  await until("the file is watched", () => watcher.getWatched()[opened.path]?.includes("module.js") ?? false);
  // On a busy machine the second change may come too late to be dropped: pairs are repeated until one is.
  let dropped = false;
  for (let pair = 1; !dropped; pair++) {
    assert.ok(pair <= 20, "each change was reported");
    const changed = once(watcher, "change");
    await writeFile(file, "export default 2;");
    await within("the first change is reported", changed);
    const reported = changes;
    seen = Promise.withResolvers();
    await writeFile(file, "export default 3;");
    await within("the system's event of the second change", seen.promise);
    await whileNothingMay("the second change be reported", 200);
    dropped = changes === reported;
  }
});

Deno.test("loaded files are those of modules, and stylesheets that others import", async () => {
  const files = {
    "module.js": `import "./a.css";`,
    "a.css": `@import "./b.css";`,
    "b.css": "",
    "other.js": "",
  };
  await using opened = await open(files);
  for (const url of ["/module.js", "/a.css"]) await opened.server.environments.client.transformRequest(url);
  const loaded = loadedFiles(opened.server);
  const names = loaded.filter((file) => file.startsWith(opened.path)).map((file) => file.split("/").at(-1));
  assert.deepEqual(names.sort(), ["a.css", "b.css", "module.js"]);
});

Deno.test("after the `hotUpdate` hooks, modules that import the file are invalid when the update is applied", async () => {
  let applied: Promise<void> | undefined;
  const plugin = {
    name: "hook",
    hotUpdate: { order: "post" as const, handler: () => void (applied ??= updateApplied()) },
  };
  await using opened = await open(
    { "style.css": '@import "./other.css";', "other.css": "b { color: red }" },
    {
      plugins: [plugin],
    },
  );
  const { client, server } = opened;
  await client.transformRequest("/style.css");
  const module = (await client.moduleGraph.getModuleByUrl("/style.css"))!;
  assert.notEqual(module.transformResult, null);
  server.watcher.emit("change", join(opened.path, "other.css"));
  await until("the hook is called", () => applied !== undefined);
  await applied;
  assert.equal(module.transformResult, null);
});

Deno.test("an updated module has the address that the page's code computes", async () => {
  const client = await readFile(CLIENT, "utf8");
  const importUpdated = client.slice(client.indexOf("async function importUpdatedModule"));
  assert.match(
    importUpdated.slice(0, 600),
    /`\$\{acceptedPathWithoutQuery\}\?\$\{explicitImportRequired \? "import&" : ""\}t=\$\{timestamp\}\$\{query \? `&\$\{query\}` : ""\}`, base/,
  );
  assert.match(client, /notifyListeners\("vite:afterUpdate"/);
  assert.match(
    AWAIT_UPDATES,
    /\(explicitImportRequired \? "import&" : ""\)|explicitImportRequired \? "import&"/,
  );
});

Deno.test("the page's code finds the modules that accept updates where Vite's client has them", async () => {
  const client = await readFile(CLIENT, "utf8");
  assert.match(client, /constructor\(hmrClient, ownerPath\) \{\s+this\.hmrClient = hmrClient;/);
  assert.match(
    client,
    /const \{ path, acceptedPath, firstInvalidatedBy \} = update;\s+const mod = this\.hotModulesMap\.get\(path\);/,
  );
  assert.match(AWAIT_UPDATES, /import\.meta\.hot\.hmrClient/);
});

Deno.test("files and virtual modules have the URLs of the preview, and the URLs lead back to the files", async () => {
  await using opened = await open({ "a %41.js": "export default 1;" }, {
    plugins: [{
      name: "virtual",
      resolveId: (id) => id === "virtual:it" ? "\0it" : null,
      load: (id) => id === "\0it" ? "" : null,
    }],
  });
  const file = join(opened.path, "a %41.js");
  assert.equal(filePathOf(encodeURI(file).replace(/^/, "/@fs")), file);
  assert.equal(filePathOf(fileUrl("/folder/module.js")), "/folder/module.js");
  assert.equal(filePathOf("/folder/module.js"), null);
  assert.equal(filePathOf("/@id//@fs/folder/module.js?raw"), "/folder/module.js");
  assert.notEqual(await opened.client.transformRequest(decodeURI(fileUrl(file))), null);
  assert.notEqual(
    await opened.client.transformRequest(idOfUrl(virtualModuleUrl("virtual:it"))),
    null,
  );
});

Deno.test("the search for dependencies is recognised, and packages are bundled when it has ended", async () => {
  let scans = 0;
  await using opened = await open({
    "entry.js":
      'import { hello } from "greeting";\nimport * as all from "greeting";\nconsole.log(hello);\nconsole.log(all);',
    "node_modules/greeting/package.json": '{ "name": "greeting", "version": "1.0.0", "main": "index.js" }',
    "node_modules/greeting/index.js": "exports.hello = 1;",
  }, {
    optimizeDeps: { entries: ["entry.js"] },
    plugins: [{
      name: "scan",
      enforce: "pre",
      resolveId(_id, _importer, options) {
        if (isDependencyScan(options)) scans++;
      },
    }],
  });
  const { client } = opened;
  await client.listen(opened.server);
  await packagesBundled(client);
  assert.ok(scans > 0);
  const [dependency] = client.depsOptimizer!.metadata.depInfoList;
  assert.equal(dependency!.id, "greeting");
  assert.ok(isBundledPackage(client, dependency!.file));
  assert.ok(!isBundledPackage(client, join(opened.path, "entry.js")));
  await readFile(dependency!.file);
  const { code } = (await client.transformRequest("/entry.js"))!;
  const [url] = /"\/[^"]*greeting[^"]*"/.exec(code)!;
  assert.ok(isPackageModule(JSON.parse(url)), url);
  assert.match(packagesHash(client), /^[0-9a-f]{8,}$/);
  assert.match(code, /\?v=[0-9a-f]{8}"/);
  assert.match(code, /const hello = __vite__cjsImport0_greeting\["hello"\];/);
  const stable = stableCode(code);
  assert.match(code, /const all = \(\(m, n\) => [^;]*__vite__cjsImport1_greeting/);
  assert.doesNotMatch(stable, /v=[0-9a-f]{8}|const hello|const all/);
  assert.match(stable, /^console\.log\(hello\);$/m);
});

Deno.test("the client's own modules are recognised by their ids", async () => {
  await using opened = await open({ "entry.js": "export default 1;" });
  const idOf = async (url: string) => {
    await opened.client.transformRequest(url);
    return (await opened.client.moduleGraph.getModuleByUrl(url))!.id!;
  };
  assert.ok(isClientModule(await idOf(CLIENT_MODULES[0]!)));
  assert.ok(isClientModule(CLIENT_MODULES[1]!));
  assert.ok(!isClientModule(await idOf("/entry.js")));
});

Deno.test("a page's websocket has Vite's subprotocol and the server's token, as its client sends them", async () => {
  await using opened = await open({});
  const token = opened.server.config.webSocketToken;
  assert.match(token, /^[\w-]+$/);
  assert.ok(acceptsSocket(opened.server, "vite-hmr", token));
  assert.ok(!acceptsSocket(opened.server, "vite-hmr", "wrong"));
  assert.ok(acceptsSocket(opened.server, "vite-ping", null));
  assert.ok(!acceptsSocket(opened.server, undefined, token));
  const client = await readFile(CLIENT, "utf8");
  assert.match(client, /new WebSocket\(`[^`]*\?token=\$\{wsToken\}`, "vite-hmr"\)/);
  assert.match(client, /new WebSocket\(socketUrl, "vite-ping"\)/);
  assert.notEqual(await opened.client.transformRequest(CLIENT_MODULES[0]!), null);
});

Deno.test("the last error that is sent to the pages is remembered until the next update", async () => {
  await using opened = await open({ "entry.js": "export default 1;" });
  const { hot, moduleGraph } = opened.client;
  const readFault = rememberFault(hot);
  hot.send("tck:event");
  assert.equal(readFault(), null);
  hot.send({ type: "error", err: { message: "first", stack: "" } });
  hot.send({ type: "error", err: { message: "second", stack: "" } });
  hot.send({ type: "custom", event: "tck:event" });
  assert.equal(readFault()?.err.message, "second");
  await opened.client.transformRequest("/entry.js");
  (await moduleGraph.getModuleByUrl("/entry.js"))!.isSelfAccepting = true;
  opened.server.watcher.emit("change", join(opened.path, "entry.js"));
  await until("an update is sent", () => readFault() === null);
});

async function open(files: { [path: string]: string }, config: InlineConfig = {}) {
  const project = await Project.create({ "index.html": "", ...files });
  const server: ViteDevServer = await createServer({
    configFile: false,
    root: project.path,
    logLevel: "silent",
    appType: "custom",
    optimizeDeps: { noDiscovery: true },
    ...config,
    server: { middlewareMode: true, ws: false },
  });
  return {
    server,
    client: server.environments.client,
    path: project.path,
    async [Symbol.asyncDispose]() {
      await server.close();
      await project[Symbol.asyncDispose]();
    },
  };
}
