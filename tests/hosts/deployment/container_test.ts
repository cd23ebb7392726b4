import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { command } from "../../../hosts/cli/commands/serve.ts";
import { readContainerfile, readWords } from "./containerfile.ts";

// `container_soak.ts` executes the instructions.
Deno.test("the image is made of the tested Deno and the tested Node by digest, and serves as a user without rights", async () => {
  const stages = await readContainerfile(fileURLToPath(new URL("../../../Containerfile", import.meta.url)));
  const digest = /@sha256:[0-9a-f]{64}(?= |$)/;
  assert.deepEqual(stages.map(([from]) => from!.text.replace(digest, "@digest")), [
    `docker.io/denoland/deno:debian-${Deno.version.deno}@digest AS build`,
    "docker.io/library/node:24.14.1-slim@digest",
  ]);
  const find = (name: string) => stages.at(-1)!.find((instruction) => instruction.name === name)!;
  assert.equal(find("USER").text, "node");
  const [name, ...args] = readWords(find("CMD"));
  assert.equal(name, "serve");
  const flags = args.filter((arg) => arg.startsWith("--")).map((flag) => flag.slice(2));
  assert.deepEqual(flags.filter((flag) => !Object.hasOwn(command.options, flag)), []);
});
