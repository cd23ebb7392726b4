import assert from "node:assert/strict";
import { resolveCardLocale, resolveFormatLocale } from "../../../core/feed/mod.ts";

Deno.test("a card that does not declare English is shown in its first language, to whomever", () => {
  assert.equal(resolveCardLocale(["en-US"], ["ar"]), "ar");
  assert.equal(resolveCardLocale(["en"], ["not_a_tag", "ja", "fr"]), "ja");
  assert.equal(resolveCardLocale([], ["he"]), "he");
  assert.equal(resolveCardLocale(["ja"], ["ar", "en-GB"]), "en-GB");
  assert.equal(resolveCardLocale(["ar"], []), "en");
  assert.equal(resolveCardLocale(["ar"], undefined), "en");
});

for (
  const [preferences, locale, expected] of [
    [["en-GB", "en"], "en", "en-GB"],
    [["de-CH"], "de", "de-CH"],
    [["pt-PT"], "pt", "pt-PT"],
    [["pt-PT"], "pt-BR", "pt-PT"],
    [["fr-CA", "en-AU"], "en", "en-AU"],
    [["en", "en-IN"], "en", "en-IN"],
    // A reader without a region has that of the card.
    [["en"], "en-GB", "en-GB"],
    [["ja-JP"], "ar", "ar"],
    [[], "de", "de"],
    // Another script is another language to a reader of numbers and dates.
    [["zh-TW"], "zh-Hans", "zh-Hans"],
    [["zh-HK", "zh-SG"], "zh-Hans", "zh-SG"],
    [["sr-Latn-RS"], "sr", "sr"],
    [["x_y", "de-AT"], "de", "de-AT"],
  ] as [string[], string, string][]
) {
  Deno.test(`for ${JSON.stringify(preferences)} a card in ${locale} has the formats of ${expected}`, () => {
    assert.equal(resolveFormatLocale(preferences, locale), expected);
  });
}

Deno.test("only the first hundred preferences have formats", () => {
  const others = Array(500_000).fill("fr-CA");
  assert.equal(resolveFormatLocale([...others.slice(0, 99), "de-AT"], "de"), "de-AT");
  assert.equal(resolveFormatLocale([...others, "de-AT"], "de"), "de");
});
