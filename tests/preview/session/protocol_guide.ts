import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { PublicBundle } from "../../../preview/protocol.ts";
import { runProcess } from "../../runtimes/process.ts";
import { makeBundle } from "./bundles.ts";
import { serveOrigin } from "./fetch_cases.ts";
import { Project } from "./project.ts";
import { listBundles, type RegisterTest, type ServePreview, uploadBundle } from "./served_preview.ts";

const GUIDE = new URL("../../../docs/protocol.md", import.meta.url);

/** A command of the guide, and the response that the guide states. */
interface GuideLine {
  readonly command: string;
  readonly status: number;
  readonly code: string | undefined;
}

/** Runs every curl command of docs/protocol.md against a preview. */
export function testProtocolGuide(name: string, serve: ServePreview, test: RegisterTest): void {
  test(`${name}: every curl command of the guide is answered as the guide says`, async () => {
    const styles = { css: "b{}", propertiesCss: "@property --c { syntax: '*'; inherits: false; }" };
    const bytes = await makeBundle("weather", {}, styles);
    await using remote = await serveOrigin((request, response) =>
      request.url === "/001_weather.tckb" ? response.end(bytes) : response.writeHead(404).end()
    );
    await using project = await Project.create({ "001_weather.tckb": bytes, "dist/002_b.tckb": bytes });
    await using preview = await serve({ projectDirectory: project.path, allowPrivateFetch: true });
    const [{ id }] = await listBundles(preview) as [PublicBundle];
    const env = {
      PREVIEW: `http://localhost:${preview.port}`,
      REMOTE: remote.url,
      ID: id,
      TOKEN: "a-token",
      // What the guide uploads itself, and then fetches.
      UPLOADED: (await uploadBundle(preview, "001_weather", bytes)).id,
    };
    const lines = readGuide(await readFile(GUIDE, "utf8"));
    assert.ok(lines.length > 20);
    for (const { command, status, code } of lines) {
      const { success, stdout, stderr } = await runProcess("sh", [
        "-c",
        `${command} -sS --noproxy '*' -w '\\n%{http_code}'`,
      ], {
        cwd: project.path,
        env,
      });
      assert.ok(success, `${command}\n${stderr}`);
      const answered = stdout.split("\n").at(-1);
      assert.equal(answered, String(status), `${command}\n${stdout.slice(0, 1_000)}`);
      if (code !== undefined) assert.equal(JSON.parse(stdout.split("\n")[0]!).code, code, command);
    }
  });
}

/** The curl commands in the guide's `sh` blocks. */
function readGuide(markdown: string): GuideLine[] {
  const blocks = [...markdown.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, block]) =>
    block!.trim().split("\n")
  );
  return blocks.filter((line) => line.startsWith("curl")).map((line) => {
    const match = /^(curl .+) # (\d{3})(?: ([a-z_.]+))?$/.exec(line);
    assert.ok(match, `the guide does not say what is answered: ${line}`);
    return { command: match[1]!, status: Number(match[2]), code: match[3] };
  });
}
