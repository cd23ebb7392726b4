import type { ObjectStore } from "../../core/commit/mod.ts";
import { OBJECT_STORE_CASES } from "./object_store_cases.ts";

/** An empty store, and its end. */
export interface StoreUnderTest {
  readonly store: ObjectStore;
  close(): Promise<void>;
}

/**
 * What every object store has to do. A store passes when each of these tests passes.
 *
 * @param canOpen Whether what the store needs is there. If not, the tests are skipped
 */
export function testObjectStore(name: string, open: () => Promise<StoreUnderTest>, canOpen = true): void {
  for (const [sentence, run] of Object.entries(OBJECT_STORE_CASES)) {
    Deno.test({ name: `${name}: ${sentence}`, ignore: !canOpen }, async () => {
      const { store, close } = await open();
      try {
        await run(store);
      } finally {
        await close();
      }
    });
  }
}
