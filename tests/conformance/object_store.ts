import type { ObjectStore } from "../../core/commit/mod.ts";
import { nameTests, type TestName } from "../servers/programs.ts";
import { OBJECT_STORE_CASES } from "./object_store_cases.ts";

/** An empty store. */
export interface StoreUnderTest {
  readonly store: ObjectStore;
  close(): Promise<void>;
}

/**
 * Registers the tests that every object store must pass.
 *
 * @param nameTest Names them; they are skipped where the store cannot be opened
 */
export function testObjectStore(
  name: string,
  open: () => Promise<StoreUnderTest>,
  nameTest: TestName = nameTests(null),
): void {
  for (const [title, run] of Object.entries(OBJECT_STORE_CASES)) {
    Deno.test(nameTest(`${name}: ${title}`), async () => {
      const { store, close } = await open();
      try {
        await run(store);
      } finally {
        await close();
      }
    });
  }
}
