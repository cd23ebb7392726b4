import assert from "node:assert/strict";
import { useRead } from "../../../../preview/shell/panels/source/use_read.ts";
import { useSource } from "../../../../preview/shell/panels/source/use_source.ts";
import { openStore, withRendering } from "../rendering.ts";

Deno.test("after an error it is read again on request, each time", () =>
  withRendering({}, async ({ use, change }) => {
    let reads = 0;
    const read = () => ++reads < 3 ? Promise.reject(new Error(`fault ${reads}`)) : Promise.resolve("text");
    const state = () => use(() => useRead("a", read));
    await state();
    for (const expected of ["fault 1", "fault 2"]) {
      const { fault, value, retry } = await state();
      assert.deepEqual([fault, value], [expected, null]);
      await change(retry);
    }
    const { fault, value } = await state();
    assert.deepEqual([fault, value, reads], [null, "text", 3]);
  }));

Deno.test("what is read of another subject, or was overtaken, is not shown", () =>
  withRendering({}, async ({ use, change }) => {
    const [first, again, second] = [1, 2, 3].map(() => Promise.withResolvers<string>());
    const reads = [first, again, second].map((one) => () => one!.promise);
    const read = async (subject: string, index: number) => {
      const { value, fault } = await use(() => useRead(subject, reads[index]!));
      return value ?? fault;
    };
    await read("a", 0);
    assert.equal(await read("a", 1), null);
    await change(() => again!.resolve("again"));
    await change(() => first!.reject(new Error("late")));
    assert.equal(await read("a", 1), "again");
    assert.equal(await read("b", 2), null, "the text of another file");
    await change(() => second!.resolve("second"));
    assert.equal(await read("b", 2), "second");
  }));

Deno.test("a source is read again after each edit, and is shown meanwhile", async () => {
  const store = openStore();
  const asked: PromiseWithResolvers<string>[] = [];
  const client = {
    readSource() {
      asked.push(Promise.withResolvers());
      return asked.at(-1)!.promise;
    },
  };
  await withRendering({ store, client }, async ({ use, change }) => {
    const read = async (file: string | null) => (await use(() => useSource(file))).value;
    assert.equal(await read(null), null);
    assert.equal(asked.length, 0);
    await read("a.tsx");
    await change(() => asked[0]!.resolve("first"));
    for (const edits of [1, 2]) {
      await change(() => store.setState({ edits }));
      assert.equal(asked.length, edits + 1);
    }
    assert.equal(await read("a.tsx"), "first");
    await change(() => asked[2]!.resolve("third"));
    await change(() => asked[1]!.resolve("second"));
    assert.equal(await read("a.tsx"), "third");
  });
});
