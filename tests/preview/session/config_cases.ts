import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { checkConfig } from "../../../preview/server/model/config/check_config.ts";
import type { PreviewConfig, PreviewConfigError } from "../../../preview/server/model/mod.ts";
import { until } from "../../waiting/mod.ts";
import { openPreviewSession, type PreviewSession } from "./preview_session.ts";
import { makeBundle } from "./bundles.ts";
import { Project } from "./project.ts";
import type { RegisterTest } from "./served_preview.ts";

/** Stops esbuild's process, which would otherwise live as long as this one. */
async function open(project: Project, options: Parameters<typeof openPreviewSession>[0] = {}): Promise<
  { session: PreviewSession; reports: string[] } & AsyncDisposable
> {
  const reports: string[] = [];
  const session = await openPreviewSession({
    projectDirectory: project.path,
    report: (message) => void reports.push(message),
    ...options,
  }).finally(() => esbuild.stop());
  return {
    session,
    reports,
    async [Symbol.asyncDispose]() {
      await session.close();
      await esbuild.stop();
    },
  };
}

async function rejects(opening: Promise<unknown>, code: string, message: RegExp): Promise<void> {
  await assert.rejects(opening, (error: PreviewConfigError) => {
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return true;
  });
}

const faultsOf = (config: unknown): string => {
  try {
    checkConfig(config, "tck.preview.config.ts");
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

/** The configuration's file: found, loaded, checked, followed (preview specification, §2). */
export function testConfig(test: RegisterTest): void {
  test("a configuration is found in each of its four forms", async () => {
    for (const extension of ["ts", "mts", "js", "mjs"]) {
      const code = `import { defineConfig } from "@tck/preview";
      export default defineConfig({ scan: { bundled: [{ glob: "more/*.tckb", label: ${
        JSON.stringify(extension)
      } }] } });`;
      await using project = await Project.create({ [`tck.preview.config.${extension}`]: code });
      await using opened = await open(project);
      assert.equal(opened.session.config.file, `${project.path}/tck.preview.config.${extension}`);
      assert.equal(opened.session.config.scanned[0]!.source, extension);
    }
  });

  test("a configuration whose name has a hyphen is not read, and a warning says how to rename it", async () => {
    await using project = await Project.create({
      "tck-preview.config.ts": `export default { canvas: { feeds: [{ glob: "b/*.tckb" }] } };`,
    });
    await using opened = await open(project);
    assert.equal(opened.session.config.file, null);
    assert.deepEqual(opened.reports, [
      'Ignoring "tck-preview.config.ts": the configuration is "tck.preview.config.ts"; rename the file',
    ]);
  });

  test("a configuration can use types, files next to it, packages of its project, and its own path", async () => {
    await using project = await Project.create({
      "tck.preview.config.ts": `import type { PreviewConfig } from "@tck/preview";
      import { basename } from "node:path";
      import { label } from "./config/label.ts";
      import suffix from "some-package";
      const here: string = basename(import.meta.dirname);
      export default { scan: { bundled: [{ glob: "*.tckb", label: label + suffix + here }] } } satisfies PreviewConfig;`,
      "config/label.ts": `export const label: string = import.meta.url.split("/").at(-1) + " ";`,
      "node_modules/some-package/package.json":
        `{ "name": "some-package", "type": "module", "exports": "./index.js" }`,
      "node_modules/some-package/index.js": `export default "of a package in ";`,
    });
    await using opened = await open(project);
    const folder = project.path.split("/").at(-1);
    assert.equal(opened.session.config.scanned[0]!.source, `label.ts of a package in ${folder}`);
  });

  test("two configurations are an error with both names, unless one is chosen", async () => {
    await using project = await Project.create({
      "tck.preview.config.ts": "export default {}",
      "tck.preview.config.mjs": "export default {}",
    });
    await rejects(
      open(project),
      "config.ambiguous",
      /"tck\.preview\.config\.ts" and "tck\.preview\.config\.mjs"; delete one, or choose one with --config/,
    );
    await using opened = await open(project, { configFile: "tck.preview.config.mjs" });
    assert.equal(opened.session.config.file, `${project.path}/tck.preview.config.mjs`);
  });

  test("a configuration that is missing, broken or throws is an error that says so", async () => {
    await using project = await Project.create({
      "broken.ts": "export default {",
      "throws.ts": "throw new Error('no such batch')",
      "lost.ts": "import 'not-installed'; export default {}",
      "empty.ts": "",
      "number.ts": "export default 7",
    });
    await rejects(
      open(project, { configFile: "x.ts" }),
      "config.not_found",
      /^Cannot load configuration "x\.ts": there/,
    );
    await rejects(
      open(project, { configFile: "broken.ts" }),
      "config.failed",
      /^Cannot load configuration "broken\.ts": .*\(broken\.ts:1\)$/,
    );
    await rejects(
      open(project, { configFile: "throws.ts" }),
      "config.failed",
      /its code throws: no such batch$/,
    );
    await rejects(
      open(project, { configFile: "lost.ts" }),
      "config.failed",
      /Could not resolve "not-installed"/,
    );
    await rejects(
      open(project, { configFile: "empty.ts" }),
      "config.invalid",
      /the default export is undefined, expected an object/,
    );
    await rejects(
      open(project, { configFile: "number.ts" }),
      "config.invalid",
      /the default export is 7, expected an object/,
    );
    await rejects(
      openPreviewSession({ projectDirectory: `${project.path}/nowhere` }),
      "config.not_found",
      /no such folder/,
    );
  });

  test("every field of the specification is accepted", () => {
    const config: PreviewConfig = {
      scan: { bundled: ["a/*.tckb", { glob: "b/*.tckb", label: "B" }, { glob: "c/*.tckb" }] },
      canvas: {
        feeds: [
          { glob: "a/*.tckb", group: "dir", id: "a", label: "A", order: -1.5, notes: "", context: {} },
          { globs: ["a/*.tckb", "b/*.tckb"], group: "single", order: Infinity },
          {
            glob: "*.tckb",
            group: () => null,
            label: (key) => key,
            order: () => 1,
            notes: () => undefined,
            context: () => undefined,
          },
        ],
        grids: [{
          glob: "*.tckb",
          context: {
            slotValues: {
              actions: [{ id: "a", label: "A" }],
              updatedAt: { timestamp: "yesterday", label: "y" },
            },
            locale: ["de", "en"],
            timeZone: "Europe/Berlin",
          },
        }, { glob: "*.tckb", context: { slotValues: { updatedAt: null }, locale: "de" } }],
      },
      viteFinal: (vite) => vite,
    };
    assert.equal(checkConfig(config, "tck.preview.config.ts"), config);
  });

  test("an invalid field is reported with its path, the value and what was expected", () => {
    const feed = (source: unknown) => faultsOf({ canvas: { feeds: [{ glob: "*.tckb" }, source] } });
    assert.match(
      feed({ glob: "a", globs: ["b"] }),
      /canvas\.feeds\[1\] has both glob and globs: give one of them$/,
    );
    assert.match(feed({}), /canvas\.feeds\[1\] has neither glob nor globs/);
    assert.match(feed({ globs: [] }), /canvas\.feeds\[1\]\.globs is empty/);
    assert.match(feed({ glob: "a", order: NaN }), /canvas\.feeds\[1\]\.order is NaN, expected a number/);
    assert.match(
      feed({ glob: "a", group: "folder" }),
      /group is "folder", expected "dir", "single" or a function/,
    );
    assert.match(
      feed({ glob: "a", lable: "A" }),
      /"canvas\.feeds\[1\]\.lable" is not a field: did you mean "label"\?/,
    );
    assert.match(feed({ glob: "a", context: { timezone: "UTC" } }), /did you mean "timeZone"\?/);
    assert.match(
      feed({ glob: "a", context: { locale: [1] } }),
      /context\.locale\[0\] is 1, expected a language tag such as "de-AT"/,
    );
    assert.match(
      feed({ glob: "a", context: { slotValues: { actions: [null] } } }),
      /context\.slotValues\.actions\[0\] is null, expected an object/,
    );
    assert.match(
      feed({ glob: "a", context: { slotValues: { actions: [{ id: "x", label: 7 }] } } }),
      /actions\[0\]\.label is 7, expected a text, or texts by language/,
    );
    assert.match(
      feed({ glob: "a", context: { slotValues: { actions: [{ label: "X" }] } } }),
      /actions\[0\] has no id/,
    );
    assert.match(feed("a"), /canvas\.feeds\[1\] is "a", expected an object/);
    const context = (context: unknown) => feed({ glob: "a", context }).split("context.")[1];
    assert.equal(
      context({ timeZone: "Not/AZone" }),
      'timeZone is "Not/AZone", expected a time zone such as "Europe/Berlin"',
    );
    assert.equal(context({ locale: "en_US" }), 'locale is "en_US", expected a language tag such as "de-AT"');
    assert.equal(
      context({ locale: ["de", ""] }),
      'locale[1] is "", expected a language tag such as "de-AT"',
    );
    assert.equal(
      context({ slotValues: { updatedAt: { label: "now" } } }),
      "slotValues.updatedAt has no timestamp",
    );
    const action = (...fields: object[]) =>
      context({ slotValues: { actions: fields.map((field) => ({ id: "a", label: "A", ...field })) } });
    assert.equal(action({}, {}), "slotValues.actions has two actions with the same id");
    assert.equal(action({ color: undefined }, { id: "b" }), undefined);
    for (
      const [field, message] of [
        [{ href: "page" }, 'href: "page" is neither an https: link nor a path that begins with one slash'],
        [{ color: "not a colour" }, 'color: "not a colour" is not a CSS colour'],
        [{ when: "!" }, 'when: "!" is not the key of a state'],
        [{ label: { en_US: "A" } }, 'label.en_US: "en_US" is not a BCP 47 language tag'],
      ] as const
    ) assert.equal(action(field), `slotValues.actions[0] has an invalid ${message}`);
    assert.match(faultsOf({ scan: { unbundled: [] } }), /did you mean "bundled"\?/);
    assert.match(
      faultsOf({ scan: { bundled: [{ label: "A" }, ""] } }),
      /bundled\[0\] has no glob; .*bundled\[1\] is ""/,
    );
    assert.match(faultsOf({ scan: { bundled: "a" } }), /scan\.bundled is "a", expected an array/);
    assert.match(faultsOf({ vitefinal: 1 }), /did you mean "viteFinal"\?/);
    assert.match(faultsOf({ viteFinal: {} }), /viteFinal is an object, expected a function/);
    assert.match(
      faultsOf({ somethingElse: 1 }),
      /"somethingElse" is not a field: known are scan, canvas, viteFinal/,
    );
    assert.match(faultsOf(JSON.parse(`{ "__proto__": 1 }`)), /"__proto__" is not a field/);
    assert.match(faultsOf(() => ({})), /the default export is a function, expected an object/);
    const many = faultsOf(
      Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key${index}`, 1])),
    );
    assert.match(many, /\(and 995 more\)$/);
    assert.ok(faultsOf({ ["x".repeat(1_000_000)]: 1 }).length < 400);
  });

  test("globs that cannot be scanned are rejected, and a glob that leads out of the project is not", async () => {
    await using outside = await Project.create({ "001_out.tckb": await makeBundle("out") });
    await using project = await Project.create();
    const scan = (glob: string) => ({ config: { scan: { bundled: [glob] } } });
    for (
      const glob of [
        "/**/*.tckb",
        "!a/*.tckb",
        "a/*.zip",
        "a/*/../b/*.tckb",
        "/*.tckb",
        `${"a".repeat(5_000)}.tckb`,
      ]
    ) {
      await rejects(open(project, scan(glob)), "config.invalid_glob", /^Cannot use glob "/);
    }
    await using opened = await open(project, scan(`../${outside.path.split("/").at(-1)}/*.tckb`));
    await opened.session.ready;
    const [bundle] = opened.session.listBundles().bundles;
    assert.deepEqual([bundle?.relPath, bundle?.source], ["001_out.tckb", "Custom location"]);
  });

  test("deprecated fields work like their replacements, and are reported once", async () => {
    const config = (label: string) =>
      `export default {
    scan: { bundled: [{ glob: "a/*.tckb", label: "A" }] }, watchGlobs: ["b/*.tckb"],
    bundledLocations: [{ glob: "c/*.tckb", label: ${JSON.stringify(label)} }], unbundledLocations: ["d"] };`;
    await using project = await Project.create({ "tck.preview.config.js": config("C") });
    await using opened = await open(project);
    const { session, reports } = opened;
    const sources = () => session.config.scanned.map(({ source }) => source);
    assert.deepEqual(sources(), ["A", "Custom location", "C", "widgets", "dist"]);
    const changed = new Promise<void>((resolve) => void session.onChange("config", resolve));
    await project.write("tck.preview.config.js", config("Another"));
    await changed;
    assert.deepEqual(sources(), ["A", "Custom location", "Another", "widgets", "dist"]);
    assert.deepEqual(reports.map((report) => report.split(" ")[0]), [
      "watchGlobs",
      "bundledLocations",
      "unbundledLocations",
    ]);
  });

  test("a field of the program wins over the file's, and the others remain", async () => {
    await using project = await Project.create({
      "tck.preview.config.js": `export default { scan: { bundled: [{ glob: "a/*.tckb", label: "file" }] },
      canvas: { feeds: [{ glob: "b/*.tckb", id: "file" }], grids: [{ glob: "b/*.tckb", id: "file" }] },
      viteFinal: (config) => config };`,
    });
    const viteFinal = (config: object) => config;
    await using opened = await open(project, {
      config: { viteFinal, canvas: { feeds: [{ glob: "c/*.tckb" }] } },
    });
    const { config } = opened.session;
    assert.equal(config.viteFinal, viteFinal);
    assert.deepEqual(config.feeds.map(({ id }) => id), ["c"]);
    assert.deepEqual(config.grids.map(({ id }) => id), ["file"]);
    assert.equal(config.scanned[0]!.source, "file");
  });

  test("after a faulty edit, the last usable configuration remains and the error is listed, until it is corrected", async () => {
    await using project = await Project.create({
      "tck.preview.config.ts":
        `import { id } from "./id.ts"; export default { canvas: { feeds: [{ glob: "dist/*.tckb", id }] } };`,
      "id.ts": `export const id = "first";`,
      "dist/001_a.tckb": await makeBundle("a"),
    });
    await using opened = await open(project);
    const { session } = opened;
    await session.ready;
    const feeds = () => session.feedIndex().feeds.map(({ id }) => id);
    assert.deepEqual(feeds(), ["first"]);
    await changeOf(
      session,
      () => project.write("id.ts", `export const id = 7;`),
      () => session.listBundles().problems.length === 1,
    );
    const [problem] = session.listBundles().problems;
    assert.deepEqual([problem!.source, problem!.label, problem!.code], [
      "config",
      "tck.preview.config.ts",
      "config.invalid",
    ]);
    assert.match(problem!.message, /canvas\.feeds\[0\]\.id is 7, expected a non-empty string/);
    assert.deepEqual(feeds(), ["first"]);
    const marker = join(project.path, "dist/evaluated");
    await project.write(
      "id.ts",
      `import { writeFileSync } from "node:fs"; writeFileSync(${
        JSON.stringify(marker)
      }, ""); export const id = 7;`,
    );
    await until("the same fault is evaluated again", () => existsSync(marker));
    await changeOf(
      session,
      () => project.write("id.ts", `export const id = "second";`),
      () => feeds()[0] === "second",
    );
    assert.deepEqual(session.listBundles().problems, []);
    assert.equal(opened.reports.length, 1, "the same fault is reported once");
  });

  test("creating or deleting the configuration's file changes the configuration", async () => {
    await using project = await Project.create({ "dist/001_a.tckb": await makeBundle("a") });
    await using opened = await open(project);
    const { session } = opened;
    await session.ready;
    const feeds = () => session.feedIndex().feeds.map(({ id }) => id).join();
    const code = `export default { canvas: { feeds: [{ glob: "dist/*.tckb", id: "mine" }] } };`;
    await changeOf(session, () => project.write("tck.preview.config.mjs", code), () => feeds() === "mine");
    await changeOf(session, () => project.remove("tck.preview.config.mjs"), () => feeds() === "all-bundled");
  });

  test("an edit while the configuration is being read is noticed", async () => {
    const configOf = (id: string) =>
      `export default { canvas: { feeds: [{ glob: "dist/*.tckb", id: "${id}" }] } };`;
    await using project = await Project.create({ "dist/001_a.tckb": await makeBundle("a") });
    const path = JSON.stringify(`${project.path}/tck.preview.config.ts`);
    // It is loaded after its text was read.
    const edit = `import { writeFileSync } from "node:fs"; writeFileSync(${path}, ${
      JSON.stringify(configOf("second"))
    });`;
    await project.write("tck.preview.config.ts", `${edit} ${configOf("first")}`);
    await using opened = await open(project);
    const { session } = opened;
    const feeds = () => session.feedIndex().feeds.map(({ id }) => id).join();
    await session.ready;
    if (feeds() !== "second") {
      await changeOf(session, () => Promise.resolve(), () => feeds() === "second");
    }
  });

  test("functions of the configuration that throw or return invalid values are reported, and no bundle is lost", async () => {
    await using project = await Project.create({
      "dist/001_a.tckb": await makeBundle("a"),
      "dist/002_b.tckb": await makeBundle("b"),
    });
    const canvas: PreviewConfig["canvas"] = {
      feeds: [{
        glob: "dist/*.tckb",
        group: ({ label }) => {
          if (label === "001_a") throw new Error("no group");
          return "__proto__";
        },
        label: () => 7 as unknown as string,
        order: () => NaN,
        context: ({ label }) => ({ timeZone: label === "001_a" ? "UTC" : "Not/AZone", slotValues: {} }),
      }],
    };
    await using opened = await open(project, { config: { canvas } });
    await opened.session.ready;
    const index = opened.session.feedIndex();
    assert.deepEqual(index.feeds.map(({ id, label, bundleIds }) => [id, label, bundleIds.length]), [
      ["__proto__", "__proto__", 1],
      ["Loose", "Loose", 1],
    ]);
    assert.deepEqual(JSON.parse(JSON.stringify(index)), index);
    const codes = index.problems.map(({ code }) => code);
    assert.deepEqual(codes.sort(), [
      "composition.context",
      "composition.group",
      "composition.label",
      "composition.order",
    ]);
    const context = index.problems.find(({ code }) => code === "composition.context");
    assert.equal(
      context!.message,
      'Cannot use context for "002_b": timeZone is "Not/AZone", expected a time zone such as "Europe/Berlin"; ' +
        "the bundle has no context",
    );
    opened.session.feedIndex();
    assert.equal(opened.reports.length, 4);
  });
}

/** Does something, and waits for the change after which a condition holds. */
async function changeOf(
  session: PreviewSession,
  act: () => Promise<void>,
  holds: () => boolean,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const end = session.onChange("bundles", () => {
    if (holds()) resolve();
  });
  const timer = setTimeout(() => reject(new Error(`This did not become true: ${holds}`)), 60_000);
  await act();
  await promise;
  clearTimeout(timer);
  end();
}
