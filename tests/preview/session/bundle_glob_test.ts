import assert from "node:assert/strict";
import fc from "fast-check";
import {
  escapeGlob,
  nameOfGlob,
  parseBundleGlob,
} from "../../../preview/server/model/discovery/bundle_glob.ts";

Deno.test("a glob's root is the folder before its first wildcard", () => {
  const rootOf = (glob: string) => parseBundleGlob(glob, "/base").root;
  assert.equal(rootOf("widgets/*/dist/*.tckb"), "/base/widgets");
  assert.equal(rootOf("dist/001_a.tckb"), "/base/dist");
  assert.equal(rootOf("*.tckb"), "/base");
  assert.equal(rootOf("001_a.tckb"), "/base");
  assert.equal(rootOf("./a//b/../c/*.tckb"), "/base/a/c");
  assert.equal(rootOf("../other/**/*.tckb"), "/other");
  assert.equal(rootOf("/abs/{a,b/c}/*.tckb"), "/abs");
  assert.equal(rootOf("a\\[1\\]\\*/*.tckb"), "/base/a[1]*");
  assert.equal(rootOf("a/!(b)/*.tckb"), "/base/a");
});

Deno.test("wildcards match neither packages nor hidden folders, which a glob can list explicitly", () => {
  const finds = (glob: string, path: string) => {
    const { matches, mayMatchBelow } = parseBundleGlob(glob, "/base");
    const folders = path.split("/").slice(0, -1);
    return matches(path) && folders.every((_, index) => mayMatchBelow(folders.slice(0, index + 1).join("/")));
  };
  assert.ok(finds("**/*.tckb", "a/b/001_a.tckb"));
  assert.ok(!finds("**/*.tckb", "a/node_modules/001_a.tckb"));
  assert.ok(!finds("**/*.tckb", ".git/001_a.tckb"));
  assert.ok(!finds("*/*.tckb", "node_modules/001_a.tckb"));
  assert.ok(finds("*/node_modules/*.tckb", "a/node_modules/001_a.tckb"));
  assert.ok(finds("*/.hidden/*.tckb", "a/.hidden/001_a.tckb"));
  assert.ok(!finds("*.tckb", "001_a.zip"));
  assert.ok(!finds("*", "001_a.zip"));
  assert.ok(finds("*", "001_a.tckb"));
});

const names = fc.constantFrom("a", "b", "c", "ab", "[x]", "{y}");
const folders = fc.constantFrom(
  "*",
  "**",
  "a",
  "b*",
  "?",
  "{a,b}",
  "{a,b/c}",
  "!(a)",
  "@(a|b/c)",
  "+(a|b)",
  "[ab]",
  "\\[x\\]",
);

Deno.test("a scan enters every folder that holds a match", () => {
  let matched = 0;
  fc.assert(
    fc.property(fc.array(folders, { maxLength: 4 }), fc.array(names, { maxLength: 5 }), (pattern, path) => {
      const { root, matches, mayMatchBelow } = parseBundleGlob(
        ["*", ...pattern, "*.tckb"].join("/"),
        "/base",
      );
      assert.equal(root, "/base");
      const segments = ["top", ...path];
      if (!matches([...segments, "001_a.tckb"].join("/"))) return;
      matched++;
      for (let depth = 1; depth <= segments.length; depth++) {
        assert.ok(mayMatchBelow(segments.slice(0, depth).join("/")), segments.slice(0, depth).join("/"));
      }
    }),
    { numRuns: 5_000 },
  );
  assert.ok(matched > 100);
});

Deno.test("an escaped text is a glob that matches only this text", () => {
  const text = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !/[/\\\0]|^\.+$/.test(text));
  fc.assert(fc.property(text, fc.string({ maxLength: 20 }), (name, other) => {
    const { matches } = parseBundleGlob(`${escapeGlob(name)}.tckb`, "/base");
    assert.ok(matches(`${name}.tckb`));
    assert.equal(matches(`${other}.tckb`), other === name);
  }));
});

Deno.test("the name of a glob is its folder, that of a path its last segment", () => {
  const called = ["a/b/*.tckb", "a/001_x.tckb", "a/b/", "*/x.tckb", "/abs/day\\[1\\]/**/*.tckb", "./*.tckb"]
    .map(nameOfGlob);
  assert.deepEqual(called, ["b", "001_x", "b", "", "day[1]", "."]);
});
