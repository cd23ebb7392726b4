import assert from "node:assert/strict";
import { DailyHost, HostError, type HostErrorCode, InvalidManifestError, TodayHost } from "@tck/kit/host";
import { type BundleServer, serveBundles } from "./bundle_server.ts";

const hash = "A".repeat(64);
const otherHash = "B".repeat(64);
const manifest = { id: "weather", cardType: "feed", sizes: ["fill-auto"], defaultState: { degrees: [12] } };
const position = { col: 0, row: 0 };
const component = "export default () => null";

/** A host over a server with the given files, its modules evaluated for real. */
async function withHost(
  files: BundleServer["files"],
  run: (host: DailyHost, server: BundleServer) => Promise<void>,
): Promise<void> {
  const server = serveBundles(files);
  const loader = async (url: string) => {
    const source = await (await fetch(url)).text();
    return await import(`data:text/javascript,${encodeURIComponent(source)}`);
  };
  try {
    await run(new DailyHost({ loader }), server);
  } finally {
    await server.close();
  }
}

/** Where nothing is fetched from. */
const nowhere = { origin: "" };

function registration(server: { origin: string }, bundleHash = hash) {
  return {
    hash: bundleHash,
    manifest,
    bundleUrl: `${server.origin}/widget.mjs`,
    cssUrl: `${server.origin}/widget.css`,
    propertiesCssUrl: `${server.origin}/widget.properties.css`,
  };
}

function isHostError(code: HostErrorCode, message: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof HostError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  };
}

Deno.test("TodayHost is the specification's name of the same class", () => {
  assert.equal(TodayHost, DailyHost);
});

Deno.test("a mounted widget has its component, its stylesheets, its position and its baked state", async () => {
  const files = {
    "/widget.mjs": component,
    "/widget.css": "p { color: red }",
    "/widget.properties.css": "@property --x { }",
  };
  await withHost(files, async (host, server) => {
    host.register(registration(server));
    const instance = await host.mountWidget({
      manifestId: "weather",
      widgetId: "w_1",
      position: { col: 0, row: 3 },
    });
    assert.equal(instance.instanceId, "w_1");
    assert.equal(instance.hash, hash);
    assert.equal(typeof instance.component, "function");
    assert.equal(instance.bundle.css, "p { color: red }");
    assert.equal(instance.bundle.propertiesCss, "@property --x { }");
    assert.deepEqual(instance.position, { col: 0, row: 3 });
    assert.deepEqual(instance.getDoc(), { state: { degrees: [12] }, version: 0 });
    assert.deepEqual([...host.instances.keys()], ["w_1"]);
  });
});

Deno.test("a widget that writes into its state throws, and the manifest stays as it was", async () => {
  await withHost({ "/widget.mjs": component }, async (host, server) => {
    host.register(registration(server));
    const { state } = (await host.mountWidget({ manifestId: "weather", position })).getDoc();
    assert.throws(() => (state.degrees as number[]).push(13), TypeError);
    assert.deepEqual(manifest.defaultState, { degrees: [12] });
  });
});

Deno.test("stylesheets that are not there are no error", async () => {
  await withHost({ "/widget.mjs": component }, async (host, server) => {
    host.register(registration(server));
    const { bundle } = await host.mountWidget({ manifestId: "weather", position });
    assert.deepEqual([bundle.css, bundle.propertiesCss], [null, null]);
  });
});

Deno.test("instances of one hash share one load, also when they are mounted at the same time", async () => {
  await withHost({ "/widget.mjs": component, "/widget.css": "" }, async (host, server) => {
    host.register(registration(server));
    const mount = () => host.mountWidget({ manifestId: "weather", position });
    const [first, second] = await Promise.all([mount(), mount()]);
    const third = await mount();
    assert.equal(new Set([first.instanceId, second.instanceId, third.instanceId]).size, 3);
    assert.equal(first.bundle, second.bundle);
    assert.equal(first.bundle, third.bundle);
    assert.equal(server.requests.filter((path) => path === "/widget.css").length, 1);
  });
});

Deno.test("a load that failed is tried again by the next mount", async () => {
  const files: BundleServer["files"] = {
    "/widget.mjs": new Response(JSON.stringify({ code: "upstream.unavailable" }), {
      status: 502,
      headers: { "content-type": "application/problem+json" },
    }),
  };
  await withHost(files, async (host, server) => {
    host.register(registration(server));
    const mount = () => host.mountWidget({ manifestId: "weather", position });
    const failure = isHostError(
      "module.unavailable",
      /^Cannot load ".*widget\.mjs": the answer is 502 upstream\.unavailable$/,
    );
    await assert.rejects(mount(), failure);
    server.files["/widget.mjs"] = component;
    assert.equal(typeof (await mount()).component, "function");
  });
});

Deno.test("a module that throws when it is evaluated is unavailable, and its reason is in the message", async () => {
  await withHost({ "/widget.mjs": 'throw new Error("no such city")' }, async (host, server) => {
    host.register(registration(server));
    await assert.rejects(
      host.mountWidget({ manifestId: "weather", position }),
      isHostError("module.unavailable", /: no such city$/),
    );
  });
});

Deno.test("a module without a component as its default export is refused", async () => {
  await withHost({ "/widget.mjs": "export default { color: 1 }" }, async (host, server) => {
    host.register(registration(server));
    await assert.rejects(
      host.mountWidget({ manifestId: "weather", position }),
      isHostError("module.no_component", /^Cannot mount widget "weather": the default export of/),
    );
  });
});

Deno.test("a stylesheet that the server fails to give is an error, and not a widget without style", async () => {
  const files = { "/widget.mjs": component, "/widget.css": new Response("", { status: 500 }) };
  await withHost(files, async (host, server) => {
    host.register(registration(server));
    await assert.rejects(
      host.mountWidget({ manifestId: "weather", position }),
      isHostError("css.unavailable", /widget\.css": the answer is 500$/),
    );
  });
});

Deno.test("registering the same again is accepted, whatever the order of the manifest's keys", () => {
  const host = new DailyHost({ loader: () => Promise.resolve({}) });
  host.register(registration(nowhere));
  const reordered = Object.fromEntries(Object.entries(manifest).reverse());
  assert.doesNotThrow(() => host.register({ ...registration(nowhere), manifest: reordered }));
});

Deno.test("registering a hash with another manifest is refused", () => {
  const host = new DailyHost({ loader: () => Promise.resolve({}) });
  host.register(registration(nowhere));
  const other = { ...registration(nowhere), manifest: { ...manifest, defaultState: {} } };
  assert.throws(() => host.register(other), isHostError("bundle.conflict", /^Cannot register bundle/));
});

Deno.test("a manifest that is none is refused with InvalidManifestError", () => {
  const host = new DailyHost({ loader: () => Promise.resolve({}) });
  assert.throws(
    () => host.register({ ...registration(nowhere), manifest: { id: "x" } }),
    InvalidManifestError,
  );
});

Deno.test("a manifest id that two bundles have needs the hash", async () => {
  await withHost({ "/widget.mjs": component }, async (host, server) => {
    host.register(registration(server));
    host.register(registration(server, otherHash));
    await assert.rejects(
      host.mountWidget({ manifestId: "weather", position }),
      isHostError("manifest.ambiguous", /2 bundles have this manifest id/),
    );
    const instance = await host.mountWidget({ manifestId: "weather", hash: otherHash, position });
    assert.equal(instance.hash, otherHash);
  });
});

Deno.test("a manifest id that no bundle has is refused", async () => {
  await assert.rejects(
    new DailyHost({ loader: () => Promise.resolve({}) }).mountWidget({ manifestId: "weather", position }),
    isHostError("manifest.unknown", /^Cannot mount widget "weather": no such manifest is registered$/),
  );
});

Deno.test("a widget is mounted once, until it is unmounted", async () => {
  await withHost({ "/widget.mjs": component }, async (host, server) => {
    host.register(registration(server));
    const mount = () => host.mountWidget({ manifestId: "weather", widgetId: "w_1", position });
    await mount();
    await assert.rejects(mount(), isHostError("instance.exists", /"w_1": it is mounted already/));
    host.unmount("w_1");
    assert.equal(host.instances.size, 0);
    assert.equal((await mount()).instanceId, "w_1");
  });
});
