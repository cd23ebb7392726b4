import assert from "node:assert/strict";
import { describeSettings } from "../../../hosts/application/describe_settings.ts";
import { readSettings } from "../../../hosts/application/settings.ts";
import { readPostgresUrl } from "../../../hosts/postgres/mod.ts";

const DATABASE = "postgres://ada:hunter2@one:5432,two:5433/pages?target_session_attrs=read-write";
const NATS = "nats://ada:hunter2@one:4222,two:4222,three:4222/pages";

// claim: secrets-not-written
Deno.test("databases and brokers may have several hosts, which the line of a start names without their secrets", () => {
  const settings = readSettings({
    TCK_DATABASE_URL: DATABASE,
    TCK_NOTIFY_URL: NATS,
    TCK_RATE_LIMIT: "10/1m",
    TCK_RATE_LIMIT_URL: DATABASE,
  });
  const used = describeSettings({
    settings,
    dataDir: "data",
    roles: ["storage", "public"],
    hostname: "127.0.0.1",
    localUser: "local",
  });
  assert.equal(used["database"], "postgres://one:5432,two:5433/pages");
  assert.equal(used["notifications"], "nats://one:4222,two:4222,three:4222/pages");
  assert.match(used["requests"]!, /counted in postgres:\/\/one:5432,two:5433\/pages$/);
  const attrs = { TCK_RATE_LIMIT: "10/1m", TCK_RATE_LIMIT_URL: DATABASE.replace("read-write", "standby") };
  assert.throws(() => readSettings(attrs), /target_session_attrs is not read-write or primary/);
});

Deno.test("each host of a database has an address of its own, without the option that chooses between them", () => {
  assert.deepEqual(readPostgresUrl(`${DATABASE}&sslmode=require`), [
    { host: "one:5432", url: "postgres://ada:hunter2@one:5432/pages?sslmode=require" },
    { host: "two:5433", url: "postgres://ada:hunter2@two:5433/pages?sslmode=require" },
  ]);
});

Deno.test("each loopback address signs the local user in, and no other address does", () => {
  const settings = readSettings({});
  const signInAt = (hostname: string) =>
    describeSettings({ settings, dataDir: "data", roles: ["web"], hostname, localUser: "ada" })["signIn"];
  for (const hostname of ["localhost", "127.0.0.1", "::1"]) {
    assert.equal(signInAt(hostname), "local user ada", hostname);
  }
  for (const hostname of ["0.0.0.0", "::", "192.168.0.1"]) {
    assert.equal(signInAt(hostname), "form for a bearer", hostname);
  }
});

Deno.test("the line of a start calls what is no bucket an invalid URL", () => {
  for (
    const [url, shown] of [["/srv/objects", "an invalid URL"], ["s3://widgets", "s3://widgets"]] as const
  ) {
    const settings = readSettings({ TCK_OBJECTS_URL: url });
    const used = describeSettings({
      settings,
      dataDir: "data",
      roles: ["storage"],
      hostname: "::1",
      localUser: "ada",
    });
    assert.equal(used["objects"], shown);
  }
});
