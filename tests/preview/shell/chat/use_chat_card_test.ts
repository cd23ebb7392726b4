import assert from "node:assert/strict";
import { type BuiltCard, useChatCard } from "../../../../preview/shell/chat/use_chat_card.ts";
import { recordSourceEdits } from "../../../../preview/shell/state/records.ts";
import { openStore, withRendering } from "../rendering.ts";

type Answer = BuiltCard | { readonly diagnostics: readonly never[] };

const cardOf = (id: string) =>
  ({ manifest: { id, cardType: "feed", sizes: ["2x2"] } }) as unknown as BuiltCard;

/** A server that answers when the test says so. */
function openClient() {
  const asked: PromiseWithResolvers<Answer>[] = [];
  const readChatCard = () => {
    asked.push(Promise.withResolvers());
    return asked.at(-1)!.promise;
  };
  return { asked, client: { readChatCard } };
}

Deno.test("each edit of the widget asks for its card again, and what an earlier edit has asked for is not shown", async () => {
  const store = openStore();
  const { asked, client } = openClient();
  await withRendering({ store, client }, async ({ use, change }) => {
    const read = () => use(() => useChatCard({ kind: "live", id: "001_a" }));
    await read();
    await change(() => recordSourceEdits(store, ["002_other"]));
    assert.equal(asked.length, 1);
    await change(() => recordSourceEdits(store, ["001_a"]));
    await change(() => recordSourceEdits(store, ["001_a"]));
    assert.equal(asked.length, 3);
    await change(() => asked[2]!.resolve(cardOf("third")));
    await change(() => asked[0]!.resolve(cardOf("first")));
    await change(() => asked[1]!.reject(new Error("no server")));
    const { card, fault } = await read();
    assert.deepEqual([card?.manifest.id, fault], ["third", null]);
    assert.equal(store.getState().framedManifests.get("001_a")?.id, "third");
  });
});

Deno.test("beside a fault the last valid card stays, and the next valid one ends the fault", async () => {
  const store = openStore();
  const { asked, client } = openClient();
  await withRendering({ store, client }, async ({ use, change }) => {
    const read = async () => {
      const { card, fault } = await use(() => useChatCard({ kind: "live", id: "001_a" }));
      return [card?.manifest.id ?? null, fault];
    };
    const answer = async (settle: (answer: PromiseWithResolvers<Answer>) => void) => {
      await change(() => settle(asked.at(-1)!));
      const seen = await read();
      await change(() => recordSourceEdits(store, ["001_a"]));
      return seen;
    };
    await read();
    assert.deepEqual(await answer(({ reject }) => reject(new Error("no server"))), [null, "no server"]);
    assert.deepEqual(await answer(({ resolve }) => resolve(cardOf("a"))), ["a", null]);
    assert.deepEqual(await answer(({ resolve }) => resolve({ diagnostics: [] })), ["a", []]);
    assert.deepEqual(await answer(({ resolve }) => resolve(cardOf("b"))), ["b", null]);
  });
});
