import { closeWhileBundling } from "./closed_previews.ts";

Deno.test("a preview that is closed while packages are bundled does not crash the process", () =>
  closeWhileBundling(8));
