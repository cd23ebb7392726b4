import assert from "node:assert/strict";
import { PROTOCOL_PREFIX, type VerdictRequest } from "../../../../preview/protocol.ts";
import { SiteVerdicts } from "../../../../preview/shell/client/site_verdicts.ts";

const ENTRIES = ["a", "b"].map((id) => ({ id, picture: `${id}.png`, verdict: null, words: null }));

Deno.test("the last verdict about each picture counts, and the page asks before it loses one that is not in the last file", async () => {
  const verdicts = new SiteVerdicts((path) =>
    Promise.resolve(
      Response.json(path.endsWith("/review") ? { entries: ENTRIES, isAwaited: false } : { path }),
    )
  );
  const ask = async (route: string, request?: VerdictRequest) => {
    const init = request && { method: "POST", body: JSON.stringify(request) };
    return await (await verdicts.answer(`${PROTOCOL_PREFIX}${route}`, init)).json();
  };
  const decide = async (request: VerdictRequest) => {
    const { entries } = await ask("review/verdict", request);
    return entries.map(({ verdict, words }: typeof ENTRIES[number]) => verdict && [verdict, words].join(" "));
  };
  const save = async () => JSON.parse(await (await verdicts.save()).text()).verdicts.length;
  assert.equal(verdicts.isSaved, true);
  assert.deepEqual(await decide({ ids: ["a", "b"], verdict: "rejected", words: " no " }), [
    "rejected no",
    "rejected no",
  ]);
  assert.equal(verdicts.isSaved, false);
  assert.equal(await save(), 2);
  assert.equal(verdicts.isSaved, true);
  await ask("review");
  assert.equal(verdicts.isSaved, true, "reading loses nothing");
  assert.deepEqual(await decide({ ids: ["a"], verdict: "accepted" }), ["accepted ", "rejected no"]);
  assert.equal(verdicts.isSaved, false);
  assert.deepEqual(await decide({ ids: ["b"], verdict: null }), ["accepted ", null]);
  await save();
  assert.equal(verdicts.isSaved, true);
  assert.deepEqual(await ask("bundles"), { path: `${PROTOCOL_PREFIX}bundles` });
});
