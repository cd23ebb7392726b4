// What `isolate_pool_test.ts` asserts on Deno, on Node.
import { nodeIsolation } from "../../../web/bundler/mod.ts";
import { findNode } from "../../packages/mod.ts";
import { DEADLINE, expectNeighboursUnchanged } from "./hostile_neighbours.ts";

Deno.test("on Node no widget changes the result of another, whether it changes globals, hangs, dies or takes all memory", async () =>
  await expectNeighboursUnchanged(nodeIsolation(await findNode(), DEADLINE)));
