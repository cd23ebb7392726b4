import assert from "node:assert/strict";
import { TckbIntegrityError, TckbUnpackError, toBundleProblem } from "../../../core/tckb/mod.ts";
import { BAD_CASES } from "../../../fixtures/tckb/bad_cases.ts";

Deno.test("an integrity error is an unpack error", () => {
  const error = new TckbIntegrityError("integrity.hash_mismatch", "Cannot accept it");
  assert(error instanceof TckbUnpackError);
  assert.equal(error.name, "TckbIntegrityError");
});

Deno.test("a missing or unsupported format is reported as unsupported", () => {
  assert.equal(toBundleProblem("format.missing"), "bundle.unsupported_format");
  assert.equal(toBundleProblem("format.unsupported"), "bundle.unsupported_format");
  assert.equal(toBundleProblem("format.malformed"), "bundle.malformed");
});

Deno.test("damaged data is reported as a hash mismatch", () => {
  const codes = new Set(BAD_CASES.map((bad) => bad.code as TckbUnpackError["code"]));
  const damage = [...codes].filter((code) => /^integrity\..*_mismatch$|^zip\.(crc_|deflate_)/.test(code));
  for (const code of [...damage, "integrity.hash_mismatch"] as const) {
    assert.equal(toBundleProblem(code), "bundle.hash_mismatch", code);
  }
  assert.equal(damage.length, 9);
});

Deno.test("any other fault is reported as malformed", () => {
  const codes = BAD_CASES.map((bad) => bad.code as TckbUnpackError["code"]);
  const structural = codes.filter((code) =>
    /^(limit|manifest|module|build)\.|^zip\.(?!crc|deflate)/.test(code)
  );
  assert(structural.length > 80);
  for (const code of structural) assert.equal(toBundleProblem(code), "bundle.malformed");
});
