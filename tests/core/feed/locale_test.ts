import assert from "node:assert/strict";
import fc from "fast-check";
import { isLanguageTag } from "../../../core/manifest/mod.ts";
import { resolveCardLocale, resolveText } from "../../../core/feed/mod.ts";

for (
  const [preferences, languages, expected] of [
    [["de"], ["en", "de"], "de"],
    [["de-CH"], ["en", "de"], "de"],
    [["de"], ["en", "de-AT"], "de-AT"],
    [["fr", "de"], ["de", "en"], "de"],
    [["de", "fr"], ["fr", "de"], "de"],
    [["zh-TW"], ["zh-Hans", "zh-Hant"], "zh-Hant"],
    [["zh-CN"], ["zh-Hant", "zh-Hans"], "zh-Hans"],
    [["no"], ["en", "nb"], "nb"],
    [["sr-Latn"], ["sr-Cyrl", "sr-Latn"], "sr-Latn"],
    [["pt-MZ"], ["pt-BR", "pt-PT"], "pt-PT"],
    [["en-AU"], ["en-US", "en-GB"], "en-GB"],
    [["de-u-ca-gregory"], ["en", "de"], "de"],
    [["DE-ch"], ["en", "de-ch"], "de-ch"],
    [["ja"], ["fr", "de"], "fr"],
    [["ja"], ["fr", "en-GB"], "en-GB"],
    [[], ["fr", "de"], "fr"],
    [[], ["fr", "en-US"], "en-US"],
    [["de"], undefined, "en"],
    [["de"], [], "en"],
    [["de"], ["not_a_tag"], "en"],
    [["", "x_y", "*", "de"], ["en", "de"], "de"],
    [["de"], ["x_y", "de", "constructor"], "de"],
    [["und"], ["fr"], "fr"],
  ] as [string[], string[] | undefined, string][]
) {
  Deno.test(`for ${JSON.stringify(preferences)} a card of ${JSON.stringify(languages)} is shown in ${expected}`, () => {
    assert.equal(resolveCardLocale(preferences, languages), expected);
  });
}

const FORTY = "fr es it pt nl pl cs sk hu ro bg el tr ar he fa hi bn ta te ml kn mr gu pa ur th vi id ms"
  .split(" ");

Deno.test("of many languages the best is found, wherever it is declared", () => {
  const regions = "AU CA IE IN NZ ZA GB US".split(" ").map((region) => `en-${region}`);
  for (
    const [preferences, languages, expected] of [
      [["de-CH"], [...FORTY, "de"], "de"],
      [["no"], ["nb", ...FORTY], "nb"],
      [["en-GB"], [...FORTY, ...regions], "en-GB"],
      [["EN-us"], [...regions, ...regions.map((tag) => `${tag}-x-a`)].toReversed(), "en-US"],
      [["ja"], [...FORTY, "en"], "en"],
      [[...FORTY.slice(0, 9), "de"], ["en", "de"], "de"],
    ] as [string[], string[], string][]
  ) assert.equal(resolveCardLocale(preferences, languages), expected);
});

Deno.test("a tag of a language, a script and a region is one that Intl takes", () => {
  const letters = (min: number, max: number) => fc.stringMatching(new RegExp(`^[A-Za-z]{${min},${max}}$`));
  const region = fc.oneof(letters(2, 2), fc.stringMatching(/^\d{3}$/));
  const part = (arbitrary: fc.Arbitrary<string>) =>
    fc.option(arbitrary.map((text) => `-${text}`), { nil: "" });
  fc.assert(fc.property(letters(2, 3), part(letters(4, 4)), part(region), (...parts) => {
    assert.equal(isLanguageTag(parts.join("")), true);
    assert.equal(Intl.getCanonicalLocales(parts.join("")).length, 1);
  }));
});

Deno.test("only the first hundred tags of a list are read", () => {
  const nonsense = Array(500_000).fill("x");
  assert.equal(resolveCardLocale([...nonsense, "de"], ["en", "de"]), "en");
  assert.equal(resolveCardLocale([...nonsense.slice(0, 99), "de"], ["en", "de"]), "de");
  assert.equal(resolveCardLocale(["de"], [...nonsense, "de"]), "en");
  assert.equal(resolveCardLocale(["de-".repeat(300_000), "de"], ["de"]), "de");
});

Deno.test("a card is shown in a language that it declares, or in en if it declares none", () => {
  const tag = fc.oneof(
    fc.constantFrom("en", "de", "de-CH", "fr", "zh-TW", "nb", "und"),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(fc.property(fc.array(tag), fc.array(tag), (preferences, languages) => {
    const locale = resolveCardLocale(preferences, languages);
    assert.ok(languages.includes(locale) || (locale === "en" && !languages.some(isLanguageTag)));
    assert.equal(
      resolveCardLocale(preferences, languages),
      locale,
      "the same lists resolve to the same language",
    );
  }));
});

Deno.test("whether a language is near another is known for each pair, in whatever order they are asked about", () => {
  for (const [reader, near] of [["ja", false], ["fo", true], ["ja", false]] as const) {
    assert.equal(resolveCardLocale([reader], ["en", "da"]), near ? "da" : "en", reader);
  }
  for (const [reader, near] of [["gsw", true], ["ja", false], ["gsw", true]] as const) {
    assert.equal(resolveCardLocale([reader], ["en", "de"]), near ? "de" : "en", reader);
  }
});

Deno.test("at most ten thousand pairs of languages are remembered, whatever readers ask for", () => {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const languages = letters.flatMap((first) => letters.map((second) => first + second));
  const { set } = Map.prototype;
  let pairs = 0;
  let largest = 0;
  Map.prototype.set = function (key, value) {
    if (/^[a-z]+ [a-z]+$/.test(String(key))) {
      pairs++;
      largest = Math.max(largest, this.size + 1);
    }
    return set.call(this, key, value);
  };
  try {
    for (const reader of languages) resolveCardLocale([reader], languages.slice(0, 40));
  } finally {
    Map.prototype.set = set;
  }
  assert.ok(pairs > 10_000, `${pairs} pairs`);
  assert.ok(largest <= 10_000, `${largest} at once`);
});

Deno.test("a text for all languages is returned unchanged", () => {
  assert.equal(resolveText("Weather", "de"), "Weather");
  assert.equal(resolveText("", "de"), "");
});

Deno.test("a localised text is resolved to the best language, then English, then its first", () => {
  const text = { fr: "Météo", "en-GB": "Weather", de: "Wetter" };
  assert.equal(resolveText(text, "de-CH"), "Wetter");
  assert.equal(resolveText(text, "ja"), "Weather");
  assert.equal(resolveText({ fr: "Météo", de: "Wetter" }, "ja"), "Météo");
  assert.equal(resolveText(text, "not_a_tag"), "Weather");
  assert.equal(resolveText({}, "de"), "");
});

Deno.test("inherited properties are not languages of a text", () => {
  assert.equal(resolveText({ de: "Wetter" }, "constructor"), "Wetter");
  assert.equal(resolveText({ de: "Wetter" }, "__proto__"), "Wetter");
});
