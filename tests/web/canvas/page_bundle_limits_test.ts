import assert from "node:assert/strict";
import { createPageBudget } from "../../../web/canvas/sealed_page/page_limit.ts";
import { readPageBundle } from "../../../web/canvas/sealed_page/read_bundle.ts";
import { makeEnvelope } from "../../hosts/routes/envelopes.ts";

// claim: page-module-limit
Deno.test("a module that is larger than a page can parse is not parsed, and its card says so", async () => {
  const { bytes, hash } = await makeEnvelope({ module: `export default [${"{},".repeat(1_000_000)}];` });
  const bundle = await readPageBundle(hash, bytes);
  assert.ok("failure" in bundle);
  assert.equal(bundle.failure, "import");
  assert.match(
    bundle.reason,
    /^Its module has 3000018 bytes, at most 2097152 are shown in a page of one file$/,
  );
});

Deno.test("a module with more nesting than the parser can follow fails its card alone", async () => {
  const nested = `export default ${"[".repeat(100_000)}${"]".repeat(100_000)};`;
  const { bytes, hash } = await makeEnvelope({ module: nested });
  assert.ok("failure" in await readPageBundle(hash, bytes));
});

/** How much lists and texts are searched while something runs: the sum of their lengths. */
async function countSearched(run: () => Promise<void>): Promise<number> {
  let searched = 0;
  using restored = new DisposableStack();
  for (const [prototype, name] of SEARCHES) {
    const search = Reflect.get(prototype, name);
    restored.defer(() => void Reflect.set(prototype, name, search));
    Reflect.set(prototype, name, function (this: ArrayLike<unknown>, ...args: unknown[]) {
      searched += this.length;
      return Reflect.apply(search, this, args);
    });
  }
  await run();
  return searched;
}

const SEARCHES = [
  [Array.prototype, "indexOf"],
  [Array.prototype, "includes"],
  [Array.prototype, "some"],
  [String.prototype, "includes"],
] as const;

// claim: page-module-limit
Deno.test("the time for a module grows with its length, whatever is in it", async () => {
  const count = (length: number, text: (index: number) => string) =>
    Array.from({ length }, (_, index) => text(index));
  const modules = [
    count(60_000, (index) => `export let a${index};`).join("") + "export default 1;",
    `export default [${count(60_000, () => "`<!--`").join()}];`,
    `/*${count(250_000, (index) => `$${index.toString(36).padStart(5, "0")}`).join(" ")}*/ export default 1;`,
  ];
  for (const module of modules) {
    const { bytes, hash } = await makeEnvelope({ module });
    const looked = await countSearched(async () => assert.ok("script" in await readPageBundle(hash, bytes)));
    assert.ok(looked < 20 * module.length, `${looked} for ${module.slice(0, 40)}`);
  }
});

Deno.test("a module with more blocks in each other than the parser follows quickly fails its card alone", async () => {
  const { bytes, hash } = await makeEnvelope({
    module: `${"{".repeat(300)}${"}".repeat(300)} export default 1;`,
  });
  const bundle = await readPageBundle(hash, bytes);
  assert.ok("failure" in bundle);
  assert.match(bundle.reason, /More than 256 blocks and functions are in each other/);
});

Deno.test("an array of 200,000 numbers is in the page, and one of 300,000 is not", async () => {
  const read = async (length: number) => {
    const { bytes, hash } = await makeEnvelope({ module: `export default [${"1,".repeat(length)}];` });
    return await readPageBundle(hash, bytes);
  };
  assert.ok("script" in await read(200_000));
  for (let time = 1; time <= 2; time++) {
    const other = await read(300_000);
    assert.ok("failure" in other);
    assert.match(
      other.reason,
      /^Its module has 500001 tokens, at most 500000 are shown in a page of one file$/,
    );
  }
});

// claim: page-module-limit
Deno.test("bundles share what fits into a page, in bytes and in tokens, after inflation", async () => {
  for (const spent of [{ bytes: 500_000 }, { tokens: 250_000 }]) {
    const budget = { ...createPageBudget(), ...spent };
    const found = [];
    for (const name of ["a", "b"]) {
      const module = `export default [${`${name},`.repeat(100_000)}]; const ${name} = ${
        " ".repeat(100_000)
      } 1;`;
      const { bytes, hash } = await makeEnvelope({ module });
      assert.ok(bytes.length < 10_000);
      found.push(await readPageBundle(hash, bytes, budget));
    }
    assert.ok("script" in found[0]! && "failure" in found[1]!);
    assert.match(found[1].reason, /have used up what fits into a page of one file/);
  }
});
