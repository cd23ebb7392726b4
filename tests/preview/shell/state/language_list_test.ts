import assert from "node:assert/strict";
import { parseLanguageList } from "../../../../preview/shell/state/language_list.ts";

Deno.test("language tags are read in order, in canonical form and without duplicates", () => {
  assert.deepEqual(parseLanguageList(" DE-at ,fr,  zh-hans-cn,fr"), {
    languages: ["de-AT", "fr", "zh-Hans-CN"],
    error: null,
  });
});

Deno.test("an empty text is the empty list, which is not the same as no override", () => {
  assert.deepEqual(parseLanguageList(""), { languages: [], error: null });
  assert.deepEqual(parseLanguageList("  \t"), { languages: [], error: null });
});

for (
  const [text, error] of [
    ["en_US", 'Cannot use "en_US": it is not a language tag such as de, pt-BR or zh-Hans'],
    [
      "de, english please",
      'Cannot use "english please": it is not a language tag such as de, pt-BR or zh-Hans',
    ],
    ["de,,en", 'Cannot use "de,,en": a language tag is missing beside a comma'],
    ["de,", 'Cannot use "de,": a language tag is missing beside a comma'],
    [
      "<img src=x onerror=alert(1)>",
      'Cannot use "<img src=x onerror=alert(1)>": it is not a language tag such as de, pt-BR or zh-Hans',
    ],
  ] as const
) {
  Deno.test(`${JSON.stringify(text)} is rejected with the reason`, () => {
    assert.deepEqual(parseLanguageList(text), { languages: null, error });
  });
}

Deno.test("a list of a megabyte is rejected with a short message", () => {
  const { error } = parseLanguageList("x".repeat(1_000_000));
  assert.ok(error !== null && error.length < 200);
});

Deno.test("more than a hundred languages are rejected", () => {
  const tags = Array.from({ length: 101 }, (_, index) => `en-x-${index}`);
  assert.equal(parseLanguageList(tags.slice(1).join()).error, null);
  assert.match(parseLanguageList(tags.join()).error ?? "", /more than 100 languages/);
});
