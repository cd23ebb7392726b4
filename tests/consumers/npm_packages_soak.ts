import assert from "node:assert/strict";
import { openNpmPackages, packNpmPackages } from "./npm_packages.ts";

Deno.test("the npm packages have the same bytes when all of them are packed again", async () => {
  await using first = await openNpmPackages();
  await using again = await packNpmPackages();
  const integrities = ({ packages }: typeof first) =>
    packages.map(({ name, integrity }) => [name, integrity]);
  assert.deepEqual(integrities(again), integrities(first));
});
