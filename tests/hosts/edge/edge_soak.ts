import { hasRadosGateway } from "../../servers/radosgw.ts";
import { runCommandHere } from "../cli/command_here.ts";
import { preparedFolder } from "../cli/command_process.ts";
import { assertConforms, commitSamples, urlOf } from "../conformance/samples.ts";
import { bundlePackedWorker, ENVIRONMENT, openBucket, settings, startStorage } from "./edge_site.ts";
import { serveWorker } from "./worker_process.ts";

if (await hasRadosGateway()) {
  Deno.test("with a bucket of S3 the worker conforms", async () => {
    await using packed = await bundlePackedWorker();
    await using folder = await preparedFolder();
    await using bucket = await openBucket();
    const { variables } = bucket!;
    await using storage = startStorage(folder.path, variables);
    const storageUrl = await urlOf(storage);
    await commitSamples((args) => runCommandHere(args, { ...ENVIRONMENT, ...variables }), [
      "--data",
      folder.path,
    ]);
    await using worker = await serveWorker(packed.bundled.module, settings(storageUrl, variables));
    await assertConforms({ url: worker.url, internalUrl: null });
  });
}
