import assert from "node:assert/strict";
import packageJson from "../../../deno.json" with { type: "json" };
import { formatKitLine, isNewerVersion, KIT_VERSION, parseKitLine } from "../../../core/contract/mod.ts";
import { formatStylesheetLine } from "../../../core/tckb/mod.ts";

Deno.test("the kit's version is that of the packages", () => {
  assert.equal(KIT_VERSION, packageJson.version);
});

Deno.test("a module's kit line is read with and without the line on the stylesheets before it", () => {
  const first = formatStylesheetLine({ css: null, propertiesCss: null });
  const line = formatKitLine("12.0.3");
  assert.equal(parseKitLine(`${first}\n${line}\nexport {};`), "12.0.3");
  assert.equal(parseKitLine(`${line}\nexport {};`), "12.0.3");
});

Deno.test("a module without a kit line, or with one elsewhere, names no kit", () => {
  const first = formatStylesheetLine({ css: null, propertiesCss: null });
  const line = formatKitLine("0.2.0");
  for (
    const module of ["", "export {};", `${first}\nexport {};`, `export {};\n${line}\n`, line, `${line} `]
  ) {
    assert.equal(parseKitLine(module), null, module);
  }
  for (const version of ["1.0", "1.0.0-beta.1", "x.y.z", "9999999999.0.0"]) {
    assert.equal(parseKitLine(`${formatKitLine(version)}\n`), null, version);
  }
});

Deno.test("versions are compared number by number", () => {
  const ordered = ["0.1.0", "0.1.9", "0.1.10", "0.2.0", "0.10.0", "1.0.0"];
  for (const [left, version] of ordered.entries()) {
    for (const [right, other] of ordered.entries()) {
      assert.equal(isNewerVersion(version, other), left > right, `${version} ${other}`);
    }
  }
});
