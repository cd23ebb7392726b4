import assert from "node:assert/strict";
import { encodeBase64Url, sha384 } from "../../../core/bytes/mod.ts";
import {
  encodeBundleRecord,
  formatStylesheetLine,
  listEntries,
  readEntry,
  readTckb,
  writeTckb,
} from "../../../core/tckb/mod.ts";
import { CSS, hash, MODULE, PROPERTIES_CSS } from "../../../fixtures/tckb/envelope.ts";
import { toBytes } from "../../../fixtures/tckb/zip_builder.ts";

const MANIFEST = { id: "weather", cardType: "feed", sizes: ["2x1"] };
const BUILD = {
  bundler: { name: "tck", version: "0.1.0" },
  builtAt: "2026-01-02T03:04:05Z",
  git: { commit: "4b825dc642cb6eb9a060e54bf8d69288fbee4904", dirty: false },
};
const FULL = {
  manifest: MANIFEST,
  module: toBytes(MODULE),
  css: toBytes(CSS),
  propertiesCss: toBytes(PROPERTIES_CSS),
  build: BUILD,
};

async function readJson(bytes: Uint8Array, name: string): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode((await readEntry(bytes, name))!));
}

Deno.test("the entries are in their fixed order", async () => {
  assert.deepEqual(listEntries(await writeTckb(FULL)).map((entry) => entry.name), [
    "format.json",
    "manifest.json",
    "widget.mjs",
    "widget.css",
    "widget.properties.css",
    "integrity.json",
    "build.json",
  ]);
});

Deno.test("absent contents are not written", async () => {
  const bytes = await writeTckb({ manifest: MANIFEST, module: toBytes(MODULE), css: null });
  assert.deepEqual(listEntries(bytes).map((entry) => entry.name), [
    "format.json",
    "manifest.json",
    "widget.mjs",
    "integrity.json",
  ]);
});

Deno.test("the integrity record lists the module and the stylesheets", async () => {
  assert.deepEqual(await readJson(await writeTckb(FULL), "integrity.json"), {
    "widget.mjs": { sha384: await hash(MODULE) },
    "widget.css": { sha384: await hash(CSS) },
    "widget.properties.css": { sha384: await hash(PROPERTIES_CSS) },
  });
});

Deno.test("the build record is written unchanged", async () => {
  assert.deepEqual(await readJson(await writeTckb(FULL), "build.json"), BUILD);
  const { git: _, ...build } = BUILD;
  assert.deepEqual(await readJson(await writeTckb({ ...FULL, build }), "build.json"), build);
});

Deno.test("an entry is deflated when that makes it smaller, else stored", async () => {
  const bytes = await writeTckb({
    manifest: MANIFEST,
    module: toBytes(MODULE.repeat(20)),
    css: toBytes("a{}"),
  });
  const methods = new Map(listEntries(bytes).map((entry) => [entry.name, entry.method]));
  assert.equal(methods.get("widget.mjs"), 8);
  assert.equal(methods.get("widget.css"), 0);
});

Deno.test("a large entry that compresses well is stored, so that the deployed client inflates none in a worker", async () => {
  const methodOf = async (module: Uint8Array): Promise<number> => {
    const entry = listEntries(await writeTckb({ manifest: MANIFEST, module })).find(isModule)!;
    assert(entry.method === 0 || entry.size < 524_288 || entry.data.length > 0.8 * entry.size);
    return entry.method;
  };
  const isModule = ({ name }: { name: string }): boolean => name === "widget.mjs";
  const spaces = new Uint8Array(524_288).fill(0x20);
  assert.equal(await methodOf(spaces.subarray(1)), 8);
  assert.equal(await methodOf(spaces), 0);
  for (const share of [0.7, 0.78, 0.79, 0.8, 0.81, 0.82, 0.9]) {
    const mixed = spaces.slice();
    mixed.set(noise(Math.round(share * mixed.length)));
    assert.equal(await methodOf(mixed), share >= 0.8 ? 8 : 0, `a share of ${share} does not compress`);
  }
});

Deno.test("a module with a stylesheet line covers its stylesheets", async () => {
  const line = formatStylesheetLine({ css: await hash(CSS), propertiesCss: null });
  const bytes = await writeTckb({
    manifest: MANIFEST,
    module: toBytes(`${line}\n${MODULE}`),
    css: toBytes(CSS),
  });
  assert.equal((await readTckb(bytes)).cssCovered, true);
});

Deno.test("an envelope that the reader would reject is not written", async () => {
  const module = toBytes(MODULE);
  const line = toBytes(`${formatStylesheetLine({ css: null, propertiesCss: null })}\n`);
  await assert.rejects(writeTckb({ manifest: MANIFEST, module: new Uint8Array(0) }), {
    code: "module.empty",
  });
  await assert.rejects(writeTckb({ manifest: { id: "\ud800" }, module }), { code: "manifest.malformed" });
  await assert.rejects(writeTckb({ manifest: { id: "\u0000" }, module }), { code: "manifest.malformed" });
  await assert.rejects(writeTckb({ manifest: MANIFEST, module, build: { ...BUILD, builtAt: "" } }), {
    code: "build.malformed",
  });
  await assert.rejects(writeTckb({ manifest: MANIFEST, module: line, css: toBytes(CSS) }), {
    code: "integrity.stylesheet_mismatch",
  });
  await assert.rejects(writeTckb({ manifest: MANIFEST, module: new Uint8Array(16_777_217) }), {
    code: "limit.entry_bytes",
  });
});

Deno.test("the bytes of an envelope are the same on every runtime and in every version", async () => {
  const small = await writeTckb(FULL);
  const large = await writeTckb({ manifest: MANIFEST, module: toBytes(generateModule(200_000)) });
  assert.deepEqual(
    { small: [small.length, await digest(small)], large: [large.length, await digest(large)] },
    { small: SMALL_VECTOR, large: LARGE_VECTOR },
  );
});

const SMALL_VECTOR = [1328, "mSr_oOJNGoo2Yphx"];
const LARGE_VECTOR = [34_675, "4D_rhajwcFQgXkZ8"];

async function digest(bytes: Uint8Array): Promise<string> {
  return encodeBase64Url(await sha384(bytes)).slice(0, 16);
}

/** Deterministic bytes that do not compress. */
function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => (state = (state * 48_271) % 0x7fffffff) >>> 8);
}

/** Deterministic text with repetitions at short and long distances. */
function generateModule(length: number): string {
  const words = [
    "const",
    "return",
    "export",
    "weather",
    "sunny",
    "=>",
    "{",
    "}",
    "(",
    ")",
    ";\n",
    "42",
    "'rain'",
  ];
  let text = "";
  for (let state = 1; text.length < length; state = (state * 48_271) % 0x7fffffff) {
    text += `${words[state % 13]} `;
  }
  return text;
}

Deno.test("contents may be in shared memory, and may change as soon as the call returns its promise", async () => {
  const expected = await writeTckb(FULL);
  const shared = (text: string) => {
    const bytes = toBytes(text);
    const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
    copy.set(bytes);
    return copy;
  };
  const [module, css, propertiesCss] = [MODULE, CSS, PROPERTIES_CSS].map(shared);
  const written = writeTckb({ ...FULL, module: module!, css: css!, propertiesCss: propertiesCss! });
  for (const bytes of [module!, css!, propertiesCss!]) bytes.fill(0);
  assert.deepEqual(await written, expected);
});

Deno.test("a content that is not a Uint8Array is an error with the name of its entry", async () => {
  for (const wrong of [MODULE, toBytes(MODULE).buffer, [1, 2], null, 5]) {
    const module = wrong as unknown as Uint8Array;
    await assert.rejects(writeTckb({ ...FULL, module }), /^TypeError: .*"widget\.mjs".*not a Uint8Array$/);
  }
  const css = CSS as unknown as Uint8Array;
  await assert.rejects(writeTckb({ ...FULL, css }), /^TypeError: .*"widget\.css"/);
});

Deno.test("an envelope is the body of a request, and a record of a stream, without a cast", async () => {
  const envelope = await writeTckb(FULL);
  const { hash, module } = await readTckb(envelope);
  assert.deepEqual(await new Response(module).bytes(), toBytes(MODULE));
  assert.equal(encodeBundleRecord({ hash, envelope, code: null })[1], envelope);
});

const CYCLE: { [key: string]: unknown } = { id: "a" };
CYCLE.parts = [CYCLE];

for (
  const [what, fields, place] of [
    ["a cycle", CYCLE, "parts[0] is a cycle: it is a part of itself"],
    ["a bigint", { id: "a", size: 1n }, "size is of type bigint, which JSON cannot hold"],
    ["NaN", { id: "a", sizes: [1, NaN] }, "sizes[1] is NaN, not a finite number"],
    ["a function", { id: "a", format: () => "" }, "format is of type function, which JSON cannot hold"],
    ["a Date", { id: "a", at: new Date(0) }, "at is neither a plain object nor an array"],
  ] as const
) {
  Deno.test(`a manifest or a build record with ${what} is rejected by its place`, async () => {
    for (const name of ["manifest", "build"] as const) {
      const input = { module: toBytes(MODULE), manifest: MANIFEST, [name]: fields } as never;
      await assert.rejects(() => writeTckb(input), {
        name: "TckbUnpackError",
        code: `${name}.malformed`,
        message: `Cannot write entry "${name}.json": ${name}.${place}`,
      });
    }
  });
}

Deno.test("a member that is undefined is left out, as JSON.stringify does it", async () => {
  const manifest = { ...MANIFEST, title: undefined } as never;
  assert.deepEqual(
    await writeTckb({ manifest, module: toBytes(MODULE) }),
    await writeTckb({ manifest: MANIFEST, module: toBytes(MODULE) }),
  );
});
