import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { SettingError } from "../../../hosts/application/errors.ts";
import { checkSettingNames } from "../../../hosts/application/setting_names.ts";
import { readSettings, SETTING_NAMES } from "../../../hosts/application/settings.ts";

const SETTINGS_GUIDE = new URL("../../../docs/settings.md", import.meta.url);

Deno.test("a variable that begins with TCK_ and is not a setting is an error with the nearest name, and without its value", () => {
  const misspelt = {
    TCK_DATABSE_URL: "TCK_DATABASE_URL",
    TCK_OBJECT_URL: "TCK_OBJECTS_URL",
    TCK_RATELIMIT: "TCK_RATE_LIMIT",
  };
  for (const [name, meant] of Object.entries(misspelt)) {
    assert.throws(() => readSettings({ [name]: "postgres://me:hunter2@db" }), (error: Error) => {
      assert.ok(error instanceof SettingError);
      assert.match(error.message, new RegExp(`^Cannot use "${name}": .*; did you mean ${meant}\\?$`));
      return !error.message.includes("hunter2");
    });
  }
  assert.throws(() => readSettings({ TCK_SOMETHING_ELSE: "" }), /docs\/settings\.md lists all settings/);
});

Deno.test("variables of other programs, and those that Kubernetes sets for a service named tck, are not settings of ours", () => {
  readSettings({
    TCK_CHROMIUM: "/usr/bin/chromium",
    TCK_TASK: "t1",
    TCK_TEST_SERVERS: "{}",
    OTHER_TCK: "1",
  });
  readSettings({
    TCK_PORT: "tcp://10.0.0.1:8787",
    TCK_PORT_8787_TCP: "tcp://10.0.0.1:8787",
    TCK_PORT_8787_TCP_ADDR: "10.0.0.1",
    TCK_STORAGE_SERVICE_HOST: "10.0.0.1",
    TCK_STORAGE_SERVICE_PORT_HTTP: "8787",
  });
  assert.throws(() => readSettings({ TCK_PORT: "8787" }), /this host has no such setting/);
});

Deno.test("a setting without an effect is an error that says what it needs", () => {
  const pairs = [
    ["TCK_AUTH_ISSUER", "TCK_AUTH_JWKS_URL"],
    ["TCK_RATE_LIMIT_URL", "TCK_RATE_LIMIT"],
    ["TCK_OIDC_CLIENT_ID", "TCK_OIDC_ISSUER"],
    ["TCK_NOTIFY_SECRET", "TCK_NOTIFY_URL"],
  ];
  for (const [name, needed] of pairs) {
    const message = new RegExp(`^SettingError: Cannot use ${name}: it has no effect without ${needed}$`);
    assert.throws(() => readSettings({ [name!]: "postgres://x" }), message);
  }
  assert.throws(
    () => readSettings({ TCK_NOTIFY_URL: "nats://127.0.0.1", TCK_NOTIFY_SECRET: "x".repeat(32) }),
    /TCK_NOTIFY_SECRET: it has no effect with NATS/,
  );
  assert.throws(
    () => readSettings({ TCK_FIXTURES_DIR: "/does/not/exist" }),
    /TCK_FIXTURES_DIR "\/does\/not\/exist": there is no such folder/,
  );
  assert.throws(
    () => checkSettingNames({ TCK_DATABASE_URL: "x" }, ["TCK_OBJECTS_URL"]),
    /^SettingError: Cannot use "TCK_DATABASE_URL": this host has no such setting; /,
  );
});

Deno.test("the table of docs/settings.md has exactly the settings that exist", async () => {
  const [, table] = /^# Settings\n(.*?)^## /ms.exec(await readFile(SETTINGS_GUIDE, "utf8"))!;
  const rows = [...table!.matchAll(/^\| (`.*?)\|/gm)].flatMap(([, names]) =>
    names!.match(/TCK_[A-Z_]+/g) ?? []
  );
  assert.deepEqual(rows.toSorted(), [...SETTING_NAMES].toSorted());
});
