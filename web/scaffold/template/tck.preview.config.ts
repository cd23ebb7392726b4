import { defineConfig } from "@tck/preview";

/**
 * `pnpm dev` shows each widget live, and on its Canvas those of the last build: of a feed in a column, others in a grid.
 * `canvas` has other feeds and grids, and what a host gives to their cards; `scan.bundled` lists bundles of other folders.
 */
export default defineConfig({});
