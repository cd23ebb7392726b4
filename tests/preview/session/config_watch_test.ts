import assert from "node:assert/strict";
import { ConfigWatch } from "../../../preview/server/model/config/config_watch.ts";
import { whileNothingMay } from "../../waiting/mod.ts";
import { Project } from "./project.ts";

Deno.test("a configuration is read again after what it was given to has failed", async () => {
  const CONFIG = "tck.preview.config.js";
  await using project = await Project.create({ [CONFIG]: "export default {};" });
  const reported = Promise.withResolvers<string>();
  const repaired = Promise.withResolvers<string | undefined>();
  const watch = new ConfigWatch({ projectDirectory: project.path, configFile: undefined, program: {} }, {
    onConfig: ({ config }) => repaired.resolve(config.file ?? undefined),
    onError() {
      throw new Error("no room for a message");
    },
    report: reported.resolve,
  });
  try {
    await watch.open();
    await watch.follow();
    await project.write(CONFIG, "export default { canvas: 1 };");
    assert.equal(await reported.promise, "Cannot follow the configuration: no room for a message");
    await project.write(CONFIG, "export default { };");
    assert.match(await repaired.promise ?? "", /tck\.preview\.config\.js$/);
  } finally {
    await watch.close();
  }
});

Deno.test("a configuration whose files are as they were is not read again", async () => {
  await using project = await Project.create({ "tck.preview.config.js": "export default {};" });
  const configs: unknown[] = [];
  const watch = new ConfigWatch({ projectDirectory: project.path, configFile: undefined, program: {} }, {
    onConfig: (config) => void configs.push(config),
    onError: assert.fail,
    report: assert.fail,
  });
  try {
    await watch.open();
    await watch.follow();
    await project.write("beside.js", "");
    await whileNothingMay("a file beside the configuration have it read", 500);
    assert.deepEqual(configs, []);
  } finally {
    await watch.close();
  }
});
