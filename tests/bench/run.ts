// deno-lint-ignore-file no-console -- its output is what it is for
/**
 * `deno task bench NAME`: rivals and limits side by side, in one run.
 *
 * @module
 */
const BENCHES: { readonly [name: string]: () => Promise<unknown> } = {
  codec: () => import("./codec.ts"),
};

const [name] = Deno.args;
if (name !== undefined && Object.hasOwn(BENCHES, name)) await BENCHES[name]!();
else {
  console.error(
    `Cannot bench ${JSON.stringify(name ?? "")}: expected one of ${
      Object.keys(BENCHES).join(", ")
    }, as in deno task bench codec`,
  );
  Deno.exit(2);
}
