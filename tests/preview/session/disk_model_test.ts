// runs alone: a change has to be seen within a time limit
import { checkDiskModel } from "./disk_model.ts";

Deno.test("whatever happens to the files, the session sees it all, once, and calls nothing broken that is not", async () => {
  await checkDiskModel({ numRuns: 15 });
});
