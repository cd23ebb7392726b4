import assert from "node:assert/strict";
import {
  createServerHistory,
  type ServerHistory,
} from "../../../hosts/postgres/connections/server_history.ts";

type Query = Parameters<ServerHistory["check"]>[0];

/** A connection to a server. Without a timeline it is a standby. */
function connectTo(timeline: number | null, written = 100, system = "7001", started = "1"): Query {
  const file = timeline === null
    ? null
    : `${timeline.toString(16).padStart(8, "0").toUpperCase()}${"0".repeat(16)}`;
  const row = { started, system, file, written: timeline === null ? null : String(written) };
  return () => Promise.resolve({ rows: [row] });
}

const reject = (code: string): Query => () => Promise.reject(Object.assign(new Error("rejected"), { code }));

Deno.test("a server that goes on is the same one, also when answers overtake each other", async () => {
  const history = createServerHistory();
  await history.check(connectTo(3, 100));
  await history.check(connectTo(3, 200));
  const early = Promise.withResolvers<Awaited<ReturnType<Query>>>();
  const overtaken = history.check(() => early.promise);
  await history.check(connectTo(3, 400));
  early.resolve(await connectTo(3, 300)(""));
  await overtaken;
  assert.equal(history.generation, 0);
  await history.check(connectTo(3, 350));
  assert.equal(history.generation, 1, "the later answer is what is known");
});

Deno.test("a promoted server is a new generation, and ends all other connections once", async () => {
  const ended: Query[] = [];
  const history = createServerHistory((seenBy) => ended.push(seenBy));
  await history.check(connectTo(1));
  const promoted = connectTo(2, 50);
  await history.check(promoted);
  await history.check(connectTo(2, 60));
  assert.deepEqual([history.generation, ended], [1, [promoted]]);
  await history.check(connectTo(12, 5));
  assert.equal(history.generation, 2);
});

Deno.test("a server that has written less than before was set back: a new generation each time", async () => {
  const history = createServerHistory();
  for (const [written, generation] of [[100, 0], [99, 1], [100, 1], [20, 2]] as const) {
    await history.check(connectTo(1, written));
    assert.equal(history.generation, generation, `${written}`);
  }
});

// claim: erasure-outlives-failover
Deno.test("a server that was started again may have been set back: a new generation once, whatever it has written", async () => {
  const history = createServerHistory();
  await history.check(connectTo(1, 100));
  const [early, restarted] = [
    Promise.withResolvers<Awaited<ReturnType<Query>>>(),
    connectTo(1, 300, "7001", "2"),
  ];
  const overtaken = history.check(() => early.promise);
  await Promise.all([history.check(restarted), history.check(restarted)]);
  assert.equal(
    history.generation,
    1,
    "it has written more than at the last connection, and less than before its end",
  );
  early.resolve(await connectTo(1, 900)(""));
  await overtaken;
  await history.check(connectTo(1, 301, "7001", "2"));
  assert.equal(history.generation, 1, "the former process is not known again");
});

// claim: former-primary-rejected
Deno.test("a former primary, another cluster and a standby are rejected by name, and what is known stays", async () => {
  const history = createServerHistory();
  await assert.rejects(history.check(connectTo(null)), { code: "database.standby" });
  await history.check(connectTo(5));
  await assert.rejects(history.check(connectTo(4)), {
    code: "database.former_primary",
    message: /former primary on timeline 4, but timeline 5 was seen/,
  });
  await assert.rejects(history.check(connectTo(9, 100, "7002")), {
    code: "database.other_server",
    message: /system identifier 7002, before 7001/,
  });
  await history.check(connectTo(5));
  assert.equal(history.generation, 0);
});

Deno.test("a server that does not say where it is counts as another one after a lost connection, once", async () => {
  for (const code of ["42501", "42883", "0A000"]) {
    const history = createServerHistory();
    await history.check(reject(code));
    await history.check(reject(code));
    assert.equal(history.generation, 0);
    history.noteLoss();
    await history.check(reject(code));
    await history.check(reject(code));
    assert.equal(history.generation, 1);
  }
  await assert.rejects(createServerHistory().check(reject("57P01")), { code: "57P01" });
});
