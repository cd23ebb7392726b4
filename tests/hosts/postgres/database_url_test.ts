import assert from "node:assert/strict";
import { openDatabase } from "../../../hosts/postgres/mod.ts";

// claim: secrets-not-written
Deno.test("the error for a URL that is invalid or of another scheme does not contain its password", async () => {
  for (
    const url of [
      "postgres://ada:hunter2@ho st/db",
      "postgres://ada:hunter2@host:99999/db",
      "mysql://ada:hunter2@host/db",
      "ada:hunter2@host",
      "hunter2",
      "http:hunter2",
    ]
  ) {
    await assert.rejects(
      () => openDatabase({ url, dataDir: "unused" }),
      (error: Error & { code: string }) => {
        assert.equal(error.code, "database.unsupported_url", error.message);
        return error.message.includes("TCK_DATABASE_URL") && !error.message.includes("hunter2");
      },
      url,
    );
  }
});
