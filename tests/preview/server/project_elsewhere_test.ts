import assert from "node:assert/strict";
import { mkdir, symlink, truncate } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openPreview } from "../../../preview/server/start.ts";
import { Project } from "../session/project.ts";
import { sendRaw } from "../session/raw_http.ts";

const WIDGET = `export const manifest = { id: "hello", cardType: "feed", sizes: ["fill-auto"] };
export default function Hello() { return <p>hello</p>; }
`;

const FOLDER = "widgets/001_hello";
const SOURCE = `${FOLDER}/widget.tck.tsx`;
const STYLES = `/@id/virtual:tck/live-styles/001_hello`;

const SECRETS = {
  "secret.css": ".taken { --a: s3cret }",
  "secret.module.css": ".taken { --a: s3cret }",
  "secret.env": "s3cret",
  "secret.txt": "s3cret",
  "secret.json": '{ "a": "s3cret" }',
  "secret.ts": 'export const a = "s3cret";',
  "secret.svg": "<svg><title>s3cret</title></svg>",
  "secret.less": ".taken { --a: s3cret }",
  "package.json": '{ "name": "part", "main": "secret.cjs" }',
  "secret.cjs": 'exports.a = "s3cret";',
};

/** Serves a project, and returns what its pages and a frame get for addresses, together with what is reported. */
async function openProject(files: { [path: string]: string }, links: { [path: string]: string } = {}) {
  const project = await Project.create({
    "package.json": "{}",
    "node_modules/.keep": "",
    [SOURCE]: WIDGET,
    ...files,
  });
  for (const [path, target] of Object.entries(links)) {
    await mkdir(dirname(join(project.path, path)), { recursive: true });
    await symlink(target, join(project.path, path));
  }
  let reports = "";
  const report = (message: string) => void (reports += message);
  const preview = await openPreview({ cwd: project.path, port: 0, host: "127.0.0.1", report });
  const port = Number(new URL(preview.url).port);
  return {
    project,
    reports: () => reports,
    get: async (path: string) => {
      let found = "";
      for (const host of ["127.0.0.1", "frame-0-0-5f0e2c31.localhost"]) {
        const { body } = await sendRaw(port, [`GET ${path} HTTP/1.1`, `Host: ${host}:${port}`]);
        found += body + mapOf(body);
      }
      return found;
    },
    [Symbol.asyncDispose]: async () => {
      await preview.close();
      await project[Symbol.asyncDispose]();
    },
  };
}

function mapOf(body: string): string {
  const [, map = ""] = /sourceMappingURL=data:application\/json;base64,([A-Za-z0-9+/=]+)\W*$/.exec(body) ??
    [];
  return atob(map);
}

// claim: preview-project-files
// claim: preview-frame-reads
Deno.test("a live widget gets no file that its build may not read, by imports, stylesheets and links", async () => {
  await using outside = await Project.create(SECRETS);
  const up = `../../../..${outside.path}`;
  await outside.write("node_modules/other/package.json", '{ "name": "other", "main": "index.cjs" }');
  await outside.write("node_modules/other/index.cjs", 'exports.a = "s3cret";');
  const names = Object.keys(SECRETS);
  const imports = names.flatMap((name) =>
    ["", "?raw", "?url", "?inline", "?worker"].map((query) => name + query)
  );
  const sheets = [
    `@import "${up}/secret.css";`,
    `@import url("/@fs${outside.path}/secret.css");`,
    `p { background: url("${up}/secret.svg") }`,
    `p { background: url("${up}/secret.svg?inline") }`,
    `p { background: image-set("${up}/secret.svg" 1x) }`,
  ];
  const modules = [
    `.a { composes: taken from "${up}/secret.css" }`,
    `@value a from "${up}/secret.css"; .a { color: a }`,
    `:import("${up}/secret.css") { a: b }`,
  ];
  const folder = outside.path;
  const own = (source: string) => ({ [SOURCE]: source + WIDGET });
  const cases: { files: { [path: string]: string }; links?: { [path: string]: string } }[] = [
    {
      files: own(
        imports.map((name, index) => `import * as a${index} from "${up}/${name}"; a${index};`).join("\n"),
      ),
    },
    { files: own(`import a from "/@fs${folder}/secret.env?raw"; a; import("${folder}/secret.ts");`) },
    ...sheets.map((css) => ({ files: { ...own('import "./w.css";'), [`${FOLDER}/w.css`]: css } })),
    ...modules.map((css) => ({
      files: { ...own('import * as a from "./w.module.css"; a;'), [`${FOLDER}/w.module.css`]: css },
    })),
    { files: own('import * as a from "part"; a;'), links: { "node_modules/part": folder } },
    {
      files: own('import * as a from "other"; a;'),
      links: { "node_modules/other": `${folder}/node_modules/other` },
    },
    { files: own('import a from "part/secret.json"; a;'), links: { "node_modules/part": folder } },
    { files: own('import a from "../shared/secret.txt"; a;'), links: { "widgets/shared": folder } },
  ];
  for (const { files, links } of cases) {
    await using opened = await openProject(files, links);
    const { get } = opened;
    const bodies = [await get(`/@fs${opened.project.path}/${SOURCE}`)];
    for (const sheet of ["w.css", "w.css?direct", "w.module.css", "w.module.css?direct"]) {
      bodies.push(await get(`/@fs${opened.project.path}/${FOLDER}/${sheet}`));
    }
    bodies.push(await get(STYLES));
    for (const name of imports) {
      const separator = name.includes("?") ? "&" : "?";
      for (const path of [name, `${name}${separator}import`]) bodies.push(await get(`/@fs${folder}/${path}`));
    }
    for (const path of [`${folder}/secret.env?raw`, `/@id/${folder}/secret.ts`]) bodies.push(await get(path));
    // What the module imports, packages that were bundled for it among them.
    const imported = [...bodies[0]!.matchAll(/from "(\/.*?)"/g)].map(([, path]) => path!);
    for (const path of new Set(imported)) {
      if (path.includes(folder) || path.includes("/deps/")) bodies.push(await get(path));
    }
    const leaking = bodies.filter((body) => body.includes("s3cret"));
    assert.deepEqual(leaking, [], JSON.stringify(files));
    assert.doesNotMatch(opened.reports(), /s3cret/);
  }
});

// claim: preview-project-files
// claim: preview-frame-reads
Deno.test("no source map is read that a file of the project or of a package refers to", async () => {
  await using outside = await Project.create({ "secret.env": "s3cret" });
  const map = btoa(
    JSON.stringify({ version: 3, sources: [join(outside.path, "secret.env")], mappings: "AAAA" }),
  );
  await outside.write(
    "other.map",
    '{ "version": 3, "sources": ["a"], "sourcesContent": ["s3cret"], "mappings": "AAAA" }',
  );
  for (const address of [`data:application/json;base64,${map}`, join(outside.path, "other.map")]) {
    await using opened = await openProject({
      [SOURCE]:
        `import "./part.js"; import "./w.css"; import "./m.module.css"; import "./imports.css"; import "part";
${WIDGET}//# sourceMappingURL=${address}`,
      [`${FOLDER}/part.js`]: `export const a = 1;\n//# sourceMappingURL=${address}`,
      [`${FOLDER}/w.css`]: `p { color: red }\n/*# sourceMappingURL=${address} */`,
      [`${FOLDER}/m.module.css`]: `.a { color: red }\n/*# sourceMappingURL=${address} */`,
      [`${FOLDER}/imports.css`]: '@import "./w.css";',
      "node_modules/part/package.json": '{ "name": "part", "type": "module" }',
      "node_modules/part/index.js": `export const a = 1;\n//# sourceMappingURL=${address}`,
    });
    for (const name of ["widget.tck.tsx", "part.js", "w.css", "m.module.css", "imports.css"]) {
      for (const query of ["", "?import", "?direct"]) {
        const found = await opened.get(`/@fs${opened.project.path}/${FOLDER}/${name}${query}`);
        assert.doesNotMatch(found, /s3cret/, name + query);
      }
    }
    const widget = await opened.get(`/@fs${opened.project.path}/${SOURCE}`);
    const [, part] = /"(\/[^"]*\/deps\/part\.js)\?/.exec(widget)!;
    for (const path of [part!, `${part}.map`, `/@fs${opened.project.path}/node_modules/part/index.js`]) {
      assert.doesNotMatch(await opened.get(path), /s3cret/, path);
    }
    assert.doesNotMatch(await opened.get(STYLES), /s3cret/);
  }
});

// claim: preview-project-files
Deno.test("patterns and addresses in a live widget's code list no folder, as in its bundle", async () => {
  await using outside = await Project.create({ "merger.json": "{}", "merger.svg": "<svg/>" });
  const up = `../../../..${outside.path}`;
  await using opened = await openProject({
    [SOURCE]: `export const all = import.meta.glob("${up}/*", { eager: true });
const name = "x";
export const one = () => import(\`${up}/\${name}.json\`);
export const two = new URL("${up}/*", import.meta.url);
export const three = () => new Worker(new URL("./worker.ts", import.meta.url));
${WIDGET}`,
  });
  const found = await opened.get(`/@fs${opened.project.path}/${SOURCE}`);
  assert.match(found, /Hello/);
  assert.match(found, /import\.meta\.glob\(/);
  assert.doesNotMatch(found, /merger|s3cret/);
});

Deno.test("a file that is too large to be read fails its widget, and the preview goes on", async () => {
  await using opened = await openProject({
    [SOURCE]:
      `import a from "./a.txt?raw"; import b from "./b.txt"; import "./c.ts"; import "./d.css"; a; b;\n${WIDGET}`,
    "widgets/002_other/widget.tck.tsx": WIDGET,
    ...Object.fromEntries(["a.txt", "b.txt", "c.ts", "d.css"].map((name) => [`${FOLDER}/${name}`, ""])),
  });
  for (const name of ["a.txt", "b.txt", "c.ts", "d.css"]) {
    await truncate(join(opened.project.path, FOLDER, name), 600_000_000);
  }
  const folder = `/@fs${opened.project.path}/${FOLDER}`;
  for (
    const name of ["widget.tck.tsx", "a.txt?import&raw", "b.txt?import", "c.ts", "d.css", "d.css?direct"]
  ) {
    await opened.get(`${folder}/${name}`);
  }
  assert.match(opened.reports(), /it has 600000000 bytes, at most 67108864 are read/);
  assert.match(await opened.get(`/@fs${opened.project.path}/widgets/002_other/widget.tck.tsx`), /Hello/);
});
