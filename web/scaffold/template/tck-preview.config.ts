import { defineConfig } from "@tck/preview";

/** `pnpm dev` shows each widget live, and on its Canvas the batch as the last build made it. */
export default defineConfig({ canvas: { feeds: [{ glob: "dist/*.tckb" }] } });
