import assert from "node:assert/strict";
import { systemClock } from "../../../hosts/time/mod.ts";
import { openSink } from "../../../hosts/notifications/mod.ts";
import { nameTestsOfNats, startNats } from "../../servers/nats.ts";

const name = await nameTestsOfNats();
const SETTINGS = { dataDir: "unused", clock: systemClock, read: () => undefined };

function open(url: string) {
  return openSink(url, SETTINGS);
}

Deno.test(
  name("a notification is taken by the host of several that answers, and replicas are asked for"),
  async () => {
    await using broker = await startNats();
    const signal = AbortSignal.timeout(10_000);
    for (const hosts of [`127.0.0.1:9,${broker.address}`, `${broker.address},127.0.0.1:9`]) {
      await using sink = open(`nats://${hosts}/one`);
      await sink.check(signal);
    }
    const dead = "127.0.0.1:9,127.0.0.1:10";
    for (const url of [`nats://${dead},${broker.address}/three`, `nats://${broker.address}/own?replicas=2`]) {
      await using sink = open(url);
      await assert.rejects(sink.check(signal), /replicas > 1 not supported in non-clustered mode/, url);
    }
  },
);

Deno.test("a list of hosts with something other than a host and a port is an invalid URL", () => {
  for (
    const url of [
      "nats://one,",
      "nats://one,two/three,four",
      "nats://one,two:99999",
      "nats://one?replicas=0",
      "nats://one?replicas=9",
    ]
  ) assert.throws(() => open(url), { code: "sink.invalid_url" }, url);
});
