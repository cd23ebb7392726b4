import { preparedFolder, startCommand } from "../cli/command_process.ts";
import { runCommandHere } from "../cli/command_here.ts";
import { TEST_HOST } from "../cli/test_host.ts";
import { serveFaults } from "./fault_proxy.ts";
import { assertConforms, commitSamples, SECRET, urlOf } from "./samples.ts";

const ENVIRONMENT = { TCK_AUTH_SECRET: SECRET };

// A rule asks for the sample project, which is built at the first request for it.
Deno.test.beforeAll(async () => void (await TEST_HOST.loadSampleBundles()));

Deno.test("separate services conform, the public API and the web app at addresses of their own", async () => {
  await using store = await preparedFolder();
  const serve = (role: string, more: Record<string, string> = {}) =>
    startCommand(["serve", "--role", role, "--port", "0", "--data", store.path, "--json"], {
      ...ENVIRONMENT,
      ...more,
    });
  await using storage = serve("storage");
  await using api = serve("public", { TCK_INTERNAL_URL: await urlOf(storage) });
  await using web = serve("web", { TCK_CLOUD_URL: await urlOf(api) });
  await commitSamples((args) => runCommandHere(args, ENVIRONMENT), ["--data", store.path]);
  const internalUrl = await urlOf(storage);
  await assertConforms({ url: await urlOf(api), appUrl: await urlOf(web), internalUrl });
});

Deno.test("through a proxy that changes nothing a server conforms too", async () => {
  await using store = await preparedFolder();
  const flags = ["--port", "0", "--data", store.path, "--json"];
  await using server = startCommand(["serve", ...flags], ENVIRONMENT);
  // Until it is ready, a command that is started would have the folder itself.
  const url = await urlOf(server);
  await commitSamples((args) => runCommandHere(args, ENVIRONMENT), ["--data", store.path]);
  await using proxy = serveFaults(url, []);
  await assertConforms({ url: proxy.url });
});
