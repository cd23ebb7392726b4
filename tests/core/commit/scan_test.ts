import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { prepareBundle, scanBundles, type WidgetCommitSpec } from "../../../core/commit/mod.ts";
import { readTckb } from "../../../core/tckb/mod.ts";
import { BATCH, makeBundle, makeFile } from "./bundles.ts";

const UNREADABLE = new Uint8Array([1, 2, 3]);

function file(name: string, bytes: Uint8Array = UNREADABLE) {
  return makeFile(name, bytes);
}

Deno.test("a scan gives one spec per bundle, in the order of the prefixes", async () => {
  const files = [
    file("010_ten.tckb", await makeBundle("ten")),
    file("002_two.tckb", await makeBundle("two")),
    file("001_one.tckb", await makeBundle("one")),
  ];
  const { specs, events } = await scanBundles(files, BATCH);
  assert.deepEqual(specs.map(({ position, name }) => [position, name]), [[1, "001_one"], [2, "002_two"], [
    10,
    "010_ten",
  ]]);
  assert.deepEqual(events, []);
});

function manifestOf({ manifestBytes }: WidgetCommitSpec) {
  return JSON.parse(new TextDecoder().decode(manifestBytes));
}

Deno.test("a spec has the hash, size, digest and manifest of its bundle", async () => {
  const bytes = await makeBundle("one", { title: "Weather" });
  const { specs: [spec] } = await scanBundles([file("001_one.tckb", bytes)], BATCH);
  assert.equal(spec?.bundleHash, (await readTckb(bytes)).hash);
  assert.equal(spec?.bundleSize, bytes.length);
  assert.equal(spec?.bundleDigest, (await prepareBundle(bytes)).digest);
  assert.deepEqual(manifestOf(spec!), {
    id: "weather",
    cardType: "feed",
    sizes: ["fill-auto"],
    title: "Weather",
  });
  assert.match(spec!.widgetId, /^w_[a-z2-7]{26}$/);
});

Deno.test("the same batch gives the same widget ids, and another manifest gives another", async () => {
  const scan = async (title: string) =>
    (await scanBundles([file("001_one.tckb", await makeBundle("one", { title }))], BATCH)).specs[0]?.widgetId;
  assert.equal(await scan("a"), await scan("a"));
  assert.notEqual(await scan("a"), await scan("b"));
});

Deno.test("a scan that ends early has first read the file that it reads ahead", async () => {
  const bytes = await makeBundle("one");
  const second = Promise.withResolvers<Uint8Array>();
  const files = [file("001_one.tckb", bytes), { name: "002_two.tckb", read: () => second.promise }];
  let hasEnded = false;
  const scanned = Promise.withResolvers<void>();
  const onScanned = () => {
    scanned.resolve();
    throw new Error("aborted");
  };
  const ended = scanBundles(files, BATCH, { onScanned }).finally(() => hasEnded = true);
  ended.catch(() => {});
  await scanned.promise;
  for (let turn = 0; turn < 50; turn++) await setImmediate();
  assert.equal(hasEnded, false);
  second.resolve(bytes);
  await assert.rejects(ended, /^Error: aborted$/);
});

Deno.test("a name without a numeric prefix is reported as bundle_missing_prefix", async () => {
  for (const name of ["weather.tckb", "1_a.tckb", "001-a.tckb", "1000_a.tckb", "_a.tckb", "٠٠١_a.tckb"]) {
    const { specs, events } = await scanBundles([file(name)], BATCH);
    assert.deepEqual(specs, []);
    assert.deepEqual(events.map(({ event, level, fileName }) => [event, level, fileName]), [
      ["bundle_missing_prefix", "warning", name],
    ]);
  }
});

Deno.test("any other invalid name is reported as bundle_malformed_name", async () => {
  for (const name of ["000_a.tckb", "001_A.tckb", "001_.tckb", "001_a.TCKB", "001_1.tckb", "001_a b.tckb"]) {
    const { specs, events } = await scanBundles([file(name)], BATCH);
    assert.deepEqual(specs, []);
    assert.deepEqual(events.map(({ event }) => event), ["bundle_malformed_name"], name);
  }
});

Deno.test("a newline in a name is reported, and escaped in the log", async () => {
  const { events } = await scanBundles([file("001_a\n.tckb"), file("002_a.tckb\n")], BATCH);
  assert.deepEqual(events.map(({ event }) => event), ["bundle_malformed_name", "bundle_malformed_name"]);
  assert.deepEqual(events.map(({ fileName }) => fileName), ["001_a\\n.tckb", "002_a.tckb\\n"]);
});

Deno.test("a slug of a megabyte is reported in a short line", async () => {
  const { events: [event] } = await scanBundles([file(`001_${"a".repeat(1_000_000)}.tckb`)], BATCH);
  assert.equal(event?.event, "bundle_malformed_name");
  assert.ok(JSON.stringify(event).length < 600);
});

Deno.test("other files than .tckb are neither reported nor read", async () => {
  const readme = file("README.md");
  const { events } = await scanBundles([readme, file("001_a.tckb.map"), file("tckb")], BATCH);
  assert.deepEqual(events, []);
  assert.equal(readme.reads, 0);
});

Deno.test("bundles with the same number are all accepted in the order of their names, and reported", async () => {
  const names = ["001_b", "001_a-b", "002_a", "001_a"];
  const files = await Promise.all(names.map(async (name) => file(`${name}.tckb`, await makeBundle(name))));
  const { specs, events } = await scanBundles(files, BATCH);
  assert.deepEqual(specs.map(({ name, position }) => [name, position]), [
    ["001_a", 1],
    ["001_a-b", 1],
    ["001_b", 1],
    ["002_a", 2],
  ]);
  assert.deepEqual(events.map(({ event, level, fileName }) => [event, level, fileName]), [
    ["bundle_duplicate_prefix", "warning", "001_a-b.tckb"],
    ["bundle_duplicate_prefix", "warning", "001_b.tckb"],
  ]);
});

Deno.test("a rejected bundle shares its number with no other", async () => {
  const files = [file("001_a.tckb"), file("001_b.tckb", await makeBundle("b")), file("001_c.tckb")];
  const { specs, events } = await scanBundles(files, BATCH);
  assert.deepEqual(specs.map(({ name }) => name), ["001_b"]);
  assert.deepEqual(events.map(({ event }) => event), ["bundle_refused", "bundle_refused"]);
});

Deno.test("a bundle that the reader rejects is reported with its code and does not stop the scan", async () => {
  const { specs, events } = await scanBundles([
    file("001_empty.tckb", new Uint8Array()),
    file("002_junk.tckb", UNREADABLE),
    file("003_good.tckb", await makeBundle("good")),
  ], BATCH);
  assert.deepEqual(specs.map(({ name }) => name), ["003_good"]);
  assert.deepEqual(events.map(({ event, fileName }) => [event, fileName]), [
    ["bundle_refused", "001_empty.tckb"],
    ["bundle_refused", "002_junk.tckb"],
  ]);
  for (const event of events) assert.match(String(event.code), /^[a-z_]+\.[a-z_]+$/);
});

// claim: manifest-commit-checks
Deno.test("a manifest whose fields for the cloud are invalid is reported as manifest.invalid", async () => {
  const { specs, events } = await scanBundles([
    file("001_a.tckb", await makeBundle("a", { sizes: "1x1" })),
    file("002_b.tckb", await makeBundle("b", { id: "../x" })),
  ], BATCH);
  assert.deepEqual(specs, []);
  assert.deepEqual(events.map(({ event, code }) => [event, code]), [
    ["bundle_refused", "manifest.invalid"],
    ["bundle_refused", "manifest.invalid"],
  ]);
});

Deno.test("what a newer kit writes in its manifest is passed on as it is", async () => {
  const newer = [
    { description: "d".repeat(3_000) },
    { slots: { actions: [{ id: "mail", label: "Mail", href: "mailto:ada@example.org" }] } },
    { sizes: ["9x9", "fill-auto"], cardType: "hologram" },
    { schemaVersion: 2, states: [], defaultState: null, later: { field: 1 } },
  ];
  const files = newer.map(async (manifest, index) =>
    file(`00${index + 1}_a.tckb`, await makeBundle(`${index}`, manifest))
  );
  const { specs, events } = await scanBundles(await Promise.all(files), BATCH);
  assert.deepEqual(events, []);
  const smallest = { id: "weather", cardType: "feed", sizes: ["fill-auto"] };
  assert.deepEqual(
    specs.map(manifestOf),
    newer.map((manifest) => ({ ...smallest, ...manifest })),
  );
});

Deno.test("a bundle cannot contain what jsonb cannot store: the codec rejects it", async () => {
  for (const title of ["a\u0000b", "\ud800", "\udc00x"]) {
    await assert.rejects(() => makeBundle("a", { title }), { name: "TckbUnpackError" });
  }
});

for (const sizes of [["auto"], "auto"]) {
  Deno.test(`the legacy sizes ${JSON.stringify(sizes)} are renamed deterministically and reported`, async () => {
    const legacy = await makeBundle("old", { sizes });
    const { specs: [spec], events } = await scanBundles([file("001_old.tckb", legacy)], BATCH);
    assert.deepEqual(manifestOf(spec!).sizes, ["fill-auto"]);
    assert.deepEqual(events.map(({ event, level }) => [event, level]), [["bundle_normalised", "info"]]);
    const stored = await prepareBundle(legacy);
    assert.equal(stored.digest, spec?.bundleDigest);
    assert.deepEqual((await readTckb(stored.bytes)).manifest.sizes, ["fill-auto"]);
  });
}

Deno.test("sizes that are another text than the legacy one are rejected", async () => {
  for (const sizes of ["fill-auto", "2x2", "AUTO", "auto "]) {
    const { specs, events } = await scanBundles(
      [file("001_a.tckb", await makeBundle("a", { sizes }))],
      BATCH,
    );
    assert.deepEqual(specs, []);
    assert.match(events[0]!.message, /manifest\.sizes: ".*" is not a list of at least one size$/);
  }
});

Deno.test("bundles are read one at a time, each once", async () => {
  let open = 0;
  let most = 0;
  const files = await Promise.all([1, 2, 3, 4].map(async (position) => {
    const bytes = await makeBundle(`${position}`);
    let reads = 0;
    return {
      name: `00${position}_a.tckb`,
      async read() {
        assert.equal(++reads, 1);
        most = Math.max(most, ++open);
        await Promise.resolve();
        open--;
        return bytes;
      },
    };
  }));
  const progress: string[] = [];
  await scanBundles(files, BATCH, { onScanned: (done, total) => void progress.push(`${done}/${total}`) });
  assert.equal(most, 1);
  assert.deepEqual(progress, ["1/4", "2/4", "3/4", "4/4"]);
});

Deno.test("a file that cannot be read fails the scan, because a part of a batch must not be committed", async () => {
  const bytes = await makeBundle("a");
  const filesWithout = (lost: number) =>
    [1, 2, 3].map((position) => ({
      name: `00${position}_a.tckb`,
      read: () => position === lost ? Promise.reject(new Error("disk on fire")) : Promise.resolve(bytes),
    }));
  // The file after the one that is scanned is read ahead: it fails while nothing waits for it.
  for (const lost of [1, 2, 3]) {
    await assert.rejects(scanBundles(filesWithout(lost), BATCH, { pause: setImmediate }), /disk on fire/);
  }
  const pause = () => setImmediate().then(() => Promise.reject(new Error("the request has left")));
  await assert.rejects(scanBundles(filesWithout(2), BATCH, { pause }), /the request has left/);
});

Deno.test("styles are covered if the bundle has none, and not if its module does not have their hashes", async () => {
  const { specs } = await scanBundles([
    file("001_a.tckb", await makeBundle("a")),
    file("002_b.tckb", await makeBundle("b", {}, "p{}")),
  ], BATCH);
  assert.deepEqual(specs.map(({ stylesCovered }) => stylesCovered), [true, false]);
});
