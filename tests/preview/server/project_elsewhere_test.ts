// budget: 25 s: four previews, of which two bundle packages for their pages

import assert from "node:assert/strict";
import { mkdir, symlink, truncate } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
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
  const cases: { [path: string]: string }[] = [
    own(imports.map((name, index) => `import * as a${index} from "${up}/${name}"; a${index};`).join("\n")),
    own(`import a from "/@fs${folder}/secret.env?raw"; a; import("${folder}/secret.ts");`),
    ...sheets.map((css) => ({ ...own('import "./w.css";'), [`${FOLDER}/w.css`]: css })),
    ...modules.map((css) => ({
      ...own('import * as a from "./w.module.css"; a;'),
      [`${FOLDER}/w.module.css`]: css,
    })),
    own('import * as a from "part"; a;'),
    own('import a from "part/secret.json"; a;'),
    own('import * as a from "other"; a;'),
    own('import a from "../shared/secret.txt"; a;'),
  ];
  const folders = cases.map((_, index) => `widgets/${String(index + 1).padStart(3, "0")}_case`);
  const files = cases.flatMap((files, index) =>
    Object.entries(files).map(([path, text]) => [path.replace(FOLDER, folders[index]!), text])
  );
  await using opened = await openProject(Object.fromEntries(files), {
    "node_modules/part": folder,
    "node_modules/other": `${folder}/node_modules/other`,
    "widgets/shared": folder,
  });
  const { get, project } = opened;
  const bodies = new Map<string, string>();
  const ask = async (path: string) => bodies.set(path, await get(path));
  for (const [index, widget] of folders.entries()) {
    const source = `/@fs${project.path}/${widget}/widget.tck.tsx`;
    await ask(source);
    for (const name of Object.keys(cases[index]!).filter((name) => name.endsWith(".css"))) {
      for (const query of ["", "?direct"]) {
        await ask(`/@fs${project.path}/${widget}/${basename(name)}${query}`);
      }
    }
    await ask(STYLES.replace("001_hello", basename(widget)));
    // What the module imports, packages that were bundled for it among them.
    const imported = Array.from(bodies.get(source)!.matchAll(/from "(\/.*?)"/g), ([, path]) => path!);
    for (const path of new Set(imported)) {
      if (path.includes(folder) || path.includes("/deps/")) await ask(path);
    }
  }
  for (const name of names) {
    for (const query of ["", "?raw", "?import&raw", "?url", "?inline", "?import"]) {
      await ask(`/@fs${folder}/${name}${query}`);
    }
  }
  for (const path of [`${folder}/secret.env?raw`, `/@id/${folder}/secret.ts`]) await ask(path);
  assert.ok([...bodies.keys()].some((path) => path.includes("/deps/other.js")), "no package was bundled");
  assert.deepEqual([...bodies].filter(([, body]) => body.includes("s3cret")).map(([path]) => path), []);
  assert.doesNotMatch(opened.reports(), /s3cret/);
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

// claim: preview-runs-no-project-tools
Deno.test("a module that Vite would take for a stylesheet in another language, by its query too, is not compiled", async () => {
  const languages = ["less", "sass", "scss", "styl", "stylus", "pcss", "postcss", "sss"];
  await using opened = await openProject({
    [SOURCE]: WIDGET,
    [`${FOLDER}/a.txt`]: "b { color: red }",
    ...Object.fromEntries(languages.map((language) => [`${FOLDER}/a.${language}`, "b { color: red }"])),
  });
  for (const language of languages) {
    for (const name of [`a.${language}`, `a.txt?.${language}`, `a.txt?x.${language}?y`]) {
      await opened.get(`/@fs${opened.project.path}/${FOLDER}/${name}`);
    }
    const rejected = opened.reports().split(`of CSS only, not of .${language}`).length - 1;
    assert.ok(rejected >= 1, `${language}: ${opened.reports()}`);
  }
  assert.doesNotMatch(opened.reports(), /[Pp]reprocessor/);
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
