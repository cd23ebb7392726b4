import type { ObjectStore } from "../../core/commit/mod.ts";
import { OBJECT_STORE_CASES } from "./object_store_cases.ts";

/** An empty store. */
export interface StoreUnderTest {
  readonly store: ObjectStore;
  close(): Promise<void>;
}

/**
 * Registers the tests that every object store must pass.
 *
 * @param canOpen Whether the store can be opened on this machine. If not, the tests are skipped
 */
export function testObjectStore(name: string, open: () => Promise<StoreUnderTest>, canOpen = true): void {
  for (const [title, run] of Object.entries(OBJECT_STORE_CASES)) {
    Deno.test({ name: `${name}: ${title}`, ignore: !canOpen }, async () => {
      const { store, close } = await open();
      try {
        await run(store);
      } finally {
        await close();
      }
    });
  }
}
