import { defineConfig } from "@tck/preview";

/** `pnpm dev` shows each widget live, and on its Canvas the batch of the last build. */
export default defineConfig({ canvas: { feeds: [{ glob: "dist/*.tckb" }] } });
