import { closeWhileBundling } from "./closed_previews.ts";

// More previews are in closing_soak.ts.
Deno.test("a preview that is closed while packages are bundled does not crash the process", () =>
  closeWhileBundling(2));
