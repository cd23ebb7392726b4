import { findNode } from "../../packages/mod.ts";
import { checkCleanPictures } from "./clean_pictures.ts";
import { runSnapshot } from "./snapshot_process.ts";

Deno.test("on Node 24, widgets without problems give exit code 0 and reproducible pictures", async () => {
  const node = await findNode();
  await checkCleanPictures((args) => runSnapshot(args, { node }));
});
