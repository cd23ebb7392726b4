import assert from "node:assert/strict";
import { LIMITS } from "../../../core/contract/mod.ts";
import { buildWidget, diagnose, MANIFEST, SOURCE } from "./project_folder.ts";

const STYLES = "widgets/001_hello/widget.css";

const source = (text: string) =>
  `import "./widget.css"; ${MANIFEST} export default () => <p>{${JSON.stringify(text)}}</p>;`;

async function sizeOf(text: string, css: string): Promise<number> {
  const bundle = await buildWidget(source(text), { [STYLES]: css });
  // The lines that the bundler writes before the module do not count.
  const [banner] = /^(?:\/\*! .*\n)+/.exec(new TextDecoder().decode(bundle.module.subarray(0, 1_000)))!;
  return bundle.module.byteLength - banner.length + bundle.css!.byteLength + bundle.propertiesCss!.byteLength;
}

Deno.test("a widget of exactly the largest size is built, and one byte more is rejected", async () => {
  const rest = LIMITS.widgetBytes - await sizeOf("a", "p{color:red}");
  const largest = "a".repeat(rest + 1);
  assert.equal(await sizeOf(largest, "p{color:red}"), LIMITS.widgetBytes);
  // As many characters as are allowed bytes: the umlaut has two.
  for (const text of [`${largest}a`, `${largest.slice(1)}ä`]) {
    const diagnostics = await diagnose({ [SOURCE]: source(text), [STYLES]: "p{color:red}" });
    assert.deepEqual(diagnostics.map(({ code }) => code), ["bundle.too_large"]);
  }
});

Deno.test("the diagnostic of a widget that is too large has its three largest parts", async () => {
  const names = ["one", "two", "three", "four"];
  const imports = names.map((name) => `import ${name} from "./${name}.ts";`).join("");
  const parts = names.map((name, index) => [
    `widgets/001_hello/${name}.ts`,
    `export default "${name[0]!.repeat(LIMITS.widgetBytes / 2 + index * 10_000)}";`,
  ]);
  const [diagnostic] = await diagnose({
    [SOURCE]: `${imports} ${MANIFEST} export default () => <p>{one}{two}{three}{four}</p>;`,
    ...Object.fromEntries(parts),
  });
  assert.deepEqual(
    [...diagnostic!.message.matchAll(/(\w+)\.ts \(/g)].map(([, name]) => name),
    ["four", "three", "two"],
  );
});

Deno.test("a small module with a huge stylesheet is rejected", async () => {
  const css = Array.from({ length: 70_000 }, (_, index) => `.a${index}{margin:${index}px}`).join("");
  const [diagnostic, ...others] = await diagnose({ [SOURCE]: source("a"), [STYLES]: css });
  assert.deepEqual(others, []);
  assert.equal(diagnostic!.code, "bundle.too_large");
  assert.match(diagnostic!.message, /widgets\/001_hello\/widget\.css \(\d+ KiB\)/);
});

Deno.test("a small module and a small stylesheet with huge @property rules are rejected", async () => {
  const rule = (index: number) => `@property --a${index}{syntax:"<angle>";inherits:false;initial-value:0deg}`;
  const css = Array.from({ length: 20_000 }, (_, index) => rule(index)).join("");
  const diagnostics = await diagnose({ [SOURCE]: source("a"), [STYLES]: css });
  assert.deepEqual(diagnostics.map(({ code }) => code), ["bundle.too_large"]);
});
