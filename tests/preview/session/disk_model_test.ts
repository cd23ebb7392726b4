import { checkDiskModel } from "./disk_model.ts";

Deno.test("every change of files is noticed once, and only broken files are reported as broken", async () => {
  await checkDiskModel({ numRuns: 15 });
});
