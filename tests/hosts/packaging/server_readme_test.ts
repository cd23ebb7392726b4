import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { SERVICE_COMMANDS } from "../../../hosts/cli/service_commands.ts";
import { NPM_PACKAGES } from "../../../hosts/packaging/mod.ts";

const ROOT = new URL("../../../", import.meta.url);

Deno.test("the README of @tck/server lists every command of tck-serve, and no other", async () => {
  const { readme } = NPM_PACKAGES.find(({ name }) => name === "@tck/server")!;
  const [, list] = (await readFile(new URL(readme, ROOT), "utf8")).split("other commands of the service");
  const named = [...list!.matchAll(/`(?:tck-serve )?([a-z][a-z-]*)`/g)].map(([, name]) => name!);
  assert.deepEqual(named.toSorted(), Object.keys(SERVICE_COMMANDS).toSorted());
});
