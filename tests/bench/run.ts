// deno-lint-ignore-file no-console -- its output is what it is for
/**
 * `deno task bench NAME [--node]`: rivals and limits side by side, in one run, on Deno or on Node 24.
 *
 * @module
 */
import { runOnNode } from "./on_node.ts";

const BENCHES: { readonly [name: string]: string } = {
  codec: "./codec.ts",
};

const [name, flag, ...rest] = Deno.args;
const isKnown = name !== undefined && Object.hasOwn(BENCHES, name);
if (!isKnown || rest.length > 0 || (flag !== undefined && flag !== "--node")) {
  console.error(
    `Cannot bench ${JSON.stringify(Deno.args.join(" "))}: expected one of ${
      Object.keys(BENCHES).join(", ")
    }, and --node to run it on Node, as in deno task bench codec`,
  );
  Deno.exit(2);
}
if (flag === "--node") await runOnNode(BENCHES[name]!);
else await import(BENCHES[name]!);
