import { assertNothingSerious } from "./docs_site.ts";

Deno.test("axe finds nothing serious on the page, light and wide, dark and narrow", () =>
  assertNothingSerious([["light", 1280], ["dark", 390]]));
