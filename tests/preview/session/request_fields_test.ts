import assert from "node:assert/strict";
import { LIMITS } from "../../../core/contract/mod.ts";
import {
  labelOfUrl,
  pictureRequest,
  readFeedBatch,
  readFeedPage,
  readFields,
  readLabelHeader,
  readRemoteUrl,
  readVerdict,
} from "../../../preview/server/routes/request_fields.ts";

Deno.test("labels, addresses and feed batches of a request are checked field by field", () => {
  const label = (value: string | null) =>
    readLabelHeader(new Headers(value === null ? {} : { "x-tck-label": value }));
  assert.equal(label("001_a.tckb"), "001_a");
  assert.equal(label("%C3%A4.tckb.tckb"), "ä.tckb");
  assert.equal(label("x".repeat(255)), "x".repeat(255));
  for (const value of [null, "", ".tckb", "x".repeat(256), "%", "a%0Ab", "a%E2%80%A8b", "%00"]) {
    assert.throws(() => label(value), { code: "request.malformed" }, String(value));
  }
  const ofUrl = (url: string) => labelOfUrl(new URL(url));
  assert.equal(ofUrl("https://a.example/b/001_c%20d.tckb?e=f"), "001_c d");
  for (
    const url of [
      "https://a.example/",
      "https://a.example/b/",
      "https://a.example/%",
      "https://a.example/%0A",
    ]
  ) {
    assert.equal(ofUrl(url), "a.example", url);
  }
  assert.equal(readRemoteUrl({ url: "https://a.example" }).href, "https://a.example/");
  for (
    const body of [null, "https://a.example", {}, { url: 7 }, Object.create({ url: "https://a.example" })]
  ) {
    assert.throws(() => readRemoteUrl(body), { code: "request.malformed" });
  }
  assert.throws(() => readRemoteUrl({ url: "/a" }), { code: "fetch.invalid_url" });
  const batch = { id: "b", label: "B", bundles: [{ id: "1", label: "l" }] };
  assert.deepEqual(readFeedBatch({ ...batch, more: 1 }), batch);
  for (
    const [changes, path] of [
      [{ id: "" }, "id is"],
      [{ label: "a\nb" }, "label is"],
      [{ label: "\ud800" }, "label is"],
      [{ bundles: {} }, "bundles is"],
      [{ bundles: [{ id: "1", label: "l" }, { id: "2" }] }, "bundles[1].label is"],
      [{ bundles: [null] }, "bundles[0].id is"],
      [{ id: "x".repeat(256) }, "id is"],
    ] as const
  ) {
    assert.throws(
      () => readFeedBatch({ ...batch, ...changes }),
      (error: { code: string; message: string }) =>
        error.code === "feed_batch.invalid" && error.message.includes(path),
    );
  }
});

Deno.test("a message about a request names the field, its value and what was expected", () => {
  const picture = {
    kind: "live",
    id: "001_a",
    theme: "dark",
    size: null,
    width: 320,
    state: null,
    stateData: "{}",
    locale: "de",
  };
  const reasonOf = (read: () => unknown): string => {
    try {
      return JSON.stringify(read());
    } catch (error) {
      const { code, detail } = error as { code: string; detail: string };
      assert.equal(code, "request.malformed");
      return detail.replace("Cannot read the request: ", "");
    }
  };
  assert.deepEqual(readFields(pictureRequest, { ...picture, more: 1 }), picture);
  const page = (query: string) => readFeedPage("a", new URL(`http://localhost/page.html${query}`));
  const verdict = { ids: ["a", "b", "a"], verdict: "rejected", words: " too small " };
  const cases: [read: () => unknown, reason: string][] = [
    [() => readFields(pictureRequest, null), "kind is undefined, expected one of live, bundle"],
    [() => readFields(pictureRequest, { ...picture, id: 7 }), "id is 7, expected a string"],
    [
      () => readFields(pictureRequest, { ...picture, size: "3x3" }),
      'size is "3x3", expected one of 1x1, 2x1, 2x2, 4x1, 4x2, 4x4, fill-auto',
    ],
    [() => page("?print=true&print=false"), '{"id":"a","isPrinted":true,"languages":null}'],
    [() => page("?languages=de,pt-BR"), '{"id":"a","isPrinted":false,"languages":["de","pt-BR"]}'],
    [() => page("?languages="), '{"id":"a","isPrinted":false,"languages":[]}'],
    [() => page("?print=yes"), 'print is "yes", expected one of true, false'],
    [
      () => readVerdict({ ...verdict, verdict: undefined }),
      "verdict is undefined, expected accepted or rejected, or null",
    ],
    [() => readVerdict(verdict).decision, '{"verdict":"rejected","words":"too small"}'],
    [() => readVerdict({ ...verdict, verdict: null }).decision, '{"verdict":null}'],
    [() => [...readVerdict(verdict).ids], '["a","b"]'],
  ];
  for (const [read, reason] of cases) assert.equal(reasonOf(read), reason);
  for (const width of [0, 1.5, 2_001, "320", undefined, NaN]) {
    assert.match(
      reasonOf(() => readFields(pictureRequest, { ...picture, width })),
      /^width is .*, expected null or a/,
    );
  }
  for (const words of [undefined, "  ", "x".repeat(2_001), "\ud800"]) {
    assert.match(
      reasonOf(() => readVerdict({ ...verdict, words })),
      /^words is .*, expected a text of 1 to 2000/,
    );
  }
  for (const ids of [undefined, "a", [], [7], Array(5_001).fill("a")]) {
    assert.match(
      reasonOf(() => readVerdict({ ...verdict, ids })),
      /^ids(\[0\])? is .*, expected a list of 1 to 5000/,
    );
  }
  for (const languages of ["de,", "en_US", Array(LIMITS.languages + 1).fill("de").join()]) {
    assert.match(reasonOf(() => page(`?languages=${languages}`)), /^languages is "/);
  }
});
