// What `types_test.ts` asserts of TypeScript 7, of TypeScript 5 too, and of more names.
import { installTypeScript } from "../../packages/mod.ts";
import { expectNoNameHides, expectNothingWritten, HIDING_NAMES } from "./hostile_types.ts";

for (const version of [5, 7] as const) {
  Deno.test(`TypeScript ${version} writes nothing that a configuration asks for, and no name hides what it has read`, async () => {
    await using typescript = await installTypeScript(version);
    await expectNothingWritten(typescript.folder);
    await expectNoNameHides(typescript.folder, HIDING_NAMES);
  });
}
