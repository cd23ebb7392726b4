import assert from "node:assert/strict";
import { startCommand, temporaryFolder } from "../cli/command_process.ts";
import { listen } from "../routes/sockets.ts";

// claim: log-lines
Deno.test("what a service behind says begins no line of the log and controls no terminal, in both formats", async () => {
  const hostile = "gone\nerror: forged: 1\r\u001b[2J\u009b31m\u202egpj\u2028x";
  const cloud = listen(() =>
    new Response(JSON.stringify({ code: "storage.object_missing", detail: hostile }), {
      status: 500,
      headers: { "Content-Type": "application/problem+json" },
    })
  );
  await using store = await temporaryFolder();
  for (const format of ["text", "json"]) {
    await using web = startCommand(
      ["serve", "--role", "web", "--port", "0", "--data", store.path, "--json"],
      { TCK_LOG: format, TCK_CLOUD_URL: cloud.url, TCK_APP_URL: "https://app.example" },
    );
    const { url } = JSON.parse((await web.printed(/^\{.*\}$/m))[0]);
    const list = await fetch(`${url}/api/daily-pages/v2/batches`, { headers: { Authorization: "Bearer a" } });
    assert.equal(list.status, 500);
    await list.body!.cancel();
    const { stderr } = await web.stop();
    const lines = stderr.split("\n").filter((line) => line.includes("object_missing"));
    assert.equal(lines.length, 1);
    // deno-lint-ignore no-control-regex -- it matches control characters
    assert.doesNotMatch(stderr, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e]/);
    assert.doesNotMatch(stderr, /^error: forged/m);
    const escaped = String.raw`gone\u000aerror: forged: 1\u000d\u001b[2J\u009b31m\u202egpj\u2028x`;
    if (format === "text") assert.ok(lines[0]!.endsWith(escaped), lines[0]);
    else assert.ok(JSON.parse(lines[0]!).message.endsWith(hostile), lines[0]);
  }
  await cloud.close();
});
