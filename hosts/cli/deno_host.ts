import { fetchOnce } from "../deno/fetch_once.ts";
import type { Host } from "./host.ts";

/** Deno in this project's folder, where the host assets are built at each start. */
export const DENO_HOST: Host = {
  invocation: "deno task",
  fetchOnce,
  loadHostAssets: async () => (await import("../../web/assets/mod.ts")).buildHostAssets(),
};
