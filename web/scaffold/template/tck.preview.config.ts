import { defineConfig } from "@tck/preview";

/** `pnpm dev` shows each widget live, and on its Canvas those of the last build: of a feed in a column, others in a grid. */
export default defineConfig({
  canvas: { feeds: [{ glob: "dist/*.tckb" }], grids: [{ glob: "dist/*.tckb" }] },
});
