import assert from "node:assert/strict";
import {
  classifyFailure,
  DailyHost,
  EphemeralStorage,
  HostError,
  type HostErrorCode,
  InvalidManifestError,
  KitVersionError,
  TodayHost,
} from "@tck/kit/host";
import { formatKitLine, KIT_VERSION } from "../../../core/contract/mod.ts";
import { parseManifest } from "../../../core/manifest/mod.ts";
import { within } from "../../waiting/mod.ts";
import { type BundleServer, serveBundles } from "./bundle_server.ts";

const hash = "A".repeat(64);
const otherHash = "B".repeat(64);
const manifest = { id: "weather", cardType: "feed", sizes: ["fill-auto"], defaultState: { degrees: [12] } };
const position = { col: 0, row: 0 };
const component = "export default () => null";

/** Runs a test with a host and a server of the given files. The modules are fetched and evaluated. */
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

/** For tests that fetch nothing. */
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

Deno.test("TodayHost is the specification's name for the same class", () => {
  assert.equal(TodayHost, DailyHost);
});

Deno.test("an instance has its component, stylesheets, position and default state", async () => {
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

Deno.test("a widget that writes into its state throws, and the manifest does not change", async () => {
  await withHost({ "/widget.mjs": component }, async (host, server) => {
    host.register(registration(server));
    const { state } = (await host.mountWidget({ manifestId: "weather", position })).getDoc();
    assert.throws(() => (state.degrees as number[]).push(13), TypeError);
    assert.deepEqual(manifest.defaultState, { degrees: [12] });
  });
});

Deno.test("missing stylesheets are not an error", async () => {
  await withHost({ "/widget.mjs": component }, async (host, server) => {
    host.register(registration(server));
    const { bundle } = await host.mountWidget({ manifestId: "weather", position });
    assert.deepEqual([bundle.css, bundle.propertiesCss], [null, null]);
  });
});

Deno.test("instances of one hash share one load, even when they are mounted concurrently", async () => {
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

Deno.test("a failed load is retried by the next mount", async () => {
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

Deno.test("a module that throws during evaluation is unavailable, and the message has its reason", async () => {
  await withHost({ "/widget.mjs": 'throw new Error("no such city")' }, async (host, server) => {
    host.register(registration(server));
    await assert.rejects(
      host.mountWidget({ manifestId: "weather", position }),
      isHostError("module.unavailable", /: no such city$/),
    );
  });
});

Deno.test("what a card fails with is described as one of six failures", async () => {
  const rejected = (code: string) =>
    new Response(JSON.stringify({ code }), {
      status: 422,
      headers: { "content-type": "application/problem+json" },
    });
  const failures: [module: string | Response | null, failure: string][] = [
    [null, "fetch"],
    [rejected("bundle.hash_mismatch"), "integrity"],
    ['throw new Error("no such city")', "import"],
    ["not JavaScript", "import"],
    ["export default 7", "import"],
  ];
  for (const [module, failure] of failures) {
    await withHost(module === null ? {} : { "/widget.mjs": module }, async (host, server) => {
      host.register(registration(server));
      await assert.rejects(host.mountWidget({ manifestId: "weather", position }), (error) => {
        assert.equal(classifyFailure(error), failure, String(module));
        return true;
      });
    });
  }
  assert.equal(classifyFailure(new HostError("render.timeout", "late")), "timeout");
  assert.equal(classifyFailure(new HostError("manifest.unknown", "unknown")), "manifest");
  assert.equal(classifyFailure("what a widget throws"), "render");
  assert.throws(
    () =>
      new DailyHost({ loader: () => Promise.resolve({}) }).register({
        ...registration(nowhere),
        manifest: {},
      }),
    (error) => classifyFailure(error) === "manifest" && error instanceof InvalidManifestError,
  );
});

Deno.test("of a long reason, the message has the first 200 characters, and of a code the first 80", async () => {
  const problem = { status: 500, headers: { "content-type": "application/problem+json" } };
  for (
    const [file, length] of [
      [`throw new Error("x".repeat(10_000))`, 200],
      [new Response(JSON.stringify({ code: "x".repeat(10_000) }), problem), 80],
    ] as const
  ) {
    await withHost({ "/widget.mjs": file }, async (host, server) => {
      host.register(registration(server));
      await assert.rejects(
        host.mountWidget({ manifestId: "weather", position }),
        isHostError("module.unavailable", new RegExp(`(: | )x{${length}}$`)),
      );
    });
  }
});

Deno.test("a module of a newer kit that cannot be evaluated is reported with both versions", async () => {
  const broken = 'throw new SyntaxError("no export named Gauge")';
  await withHost({ "/widget.mjs": `${formatKitLine("99.0.0")}\n${broken}` }, async (host, server) => {
    host.register(registration(server));
    const error = await host.mountWidget({ manifestId: "weather", position }).catch((error) => error);
    assert.ok(error instanceof KitVersionError);
    assert.deepEqual([error.code, error.needed], ["kit.too_old", "99.0.0"]);
    assert.equal(
      error.message,
      `Cannot show widget "weather": it needs @tck/kit 99.0.0, and this page has ${KIT_VERSION}`,
    );
    assert.match(String((error.cause as Error).message), /: no export named Gauge$/);
  });
});

for (const [what, line] of [["this", formatKitLine(KIT_VERSION)], ["no", "// a comment"]] as const) {
  Deno.test(`a module that names ${what} kit and cannot be evaluated is unavailable`, async () => {
    await withHost({ "/widget.mjs": `${line}\nthrow new Error("no such city")` }, async (host, server) => {
      host.register(registration(server));
      await assert.rejects(
        host.mountWidget({ manifestId: "weather", position }),
        isHostError("module.unavailable", /: no such city$/),
      );
    });
  });
}

Deno.test("a module of a newer kit that needs nothing new is mounted", async () => {
  await withHost({ "/widget.mjs": `${formatKitLine("99.0.0")}\n${component}` }, async (host, server) => {
    host.register(registration(server));
    const { bundle } = await host.mountWidget({ manifestId: "weather", position });
    assert.equal(bundle.kitVersion, "99.0.0");
  });
});

Deno.test("a module that never settles fails after the load timeout, whichever kit it was built for", async () => {
  const files = { "/widget.mjs": `${formatKitLine("99.0.0")}\n${component}` };
  await withHost(files, async (_host, server) => {
    const host = new DailyHost({ loader: () => new Promise(() => {}), loadTimeoutMs: 100 });
    host.register(registration(server));
    await assert.rejects(
      host.mountWidget({ manifestId: "weather", position }),
      isHostError("module.unavailable", /^Cannot load ".*widget\.mjs": .*time/),
    );
  });
});

for (const [what, path] of [["module", "widget.mjs"], ["stylesheet", "widget.css"]] as const) {
  Deno.test(`a ${what} that never arrives completely fails after the load timeout, and its request is ended`, async () => {
    const ended = Promise.withResolvers<void>();
    const answer = ({ url }: Request) =>
      new Response(
        url.endsWith(path)
          ? new ReadableStream({ cancel: () => ended.resolve() })
          : "export default () => null;",
      );
    const stop = new AbortController();
    const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {}, signal: stop.signal }, answer);
    const loader = () => Promise.resolve({ default: () => null });
    const host = new DailyHost({ loader, loadTimeoutMs: 100 });
    host.register(registration({ origin: `http://127.0.0.1:${server.addr.port}` }));
    const mounted = host.mountWidget({ manifestId: "weather", position }).then(
      () => "mounted",
      (error) => `${classifyFailure(error)}: ${error}`,
    );
    try {
      assert.match(await within("the failure", mounted, 10_000), /^timeout: .*Cannot load ".*time/);
      await within("the end of the request", ended.promise, 10_000);
    } finally {
      stop.abort();
      await server.finished;
    }
  });
}

Deno.test("a module without a component as its default export is rejected", async () => {
  await withHost({ "/widget.mjs": "export default { color: 1 }" }, async (host, server) => {
    host.register(registration(server));
    await assert.rejects(
      host.mountWidget({ manifestId: "weather", position }),
      isHostError("module.no_component", /^Cannot mount widget "weather": the default export of/),
    );
  });
});

Deno.test("a stylesheet that the server cannot deliver fails the mount", async () => {
  const files = { "/widget.mjs": component, "/widget.css": new Response("", { status: 500 }) };
  await withHost(files, async (host, server) => {
    host.register(registration(server));
    await assert.rejects(
      host.mountWidget({ manifestId: "weather", position }),
      isHostError("css.unavailable", /widget\.css": the answer is 500$/),
    );
  });
});

Deno.test("registering the same bundle again is accepted, whatever the order of the manifest's keys", () => {
  const host = new DailyHost({ loader: () => Promise.resolve({}) });
  host.register(registration(nowhere));
  const reordered = Object.fromEntries(Object.entries(manifest).reverse());
  assert.doesNotThrow(() => host.register({ ...registration(nowhere), manifest: reordered }));
});

Deno.test("registering a hash with another manifest is rejected", () => {
  const host = new DailyHost({ loader: () => Promise.resolve({}) });
  host.register(registration(nowhere));
  const other = { ...registration(nowhere), manifest: { ...manifest, defaultState: {} } };
  assert.throws(() => host.register(other), isHostError("bundle.conflict", /^Cannot register bundle/));
});

Deno.test("widgets of one hash with manifests of their own share its bundle", async () => {
  await withHost({ "/widget.mjs": component }, async (host, server) => {
    host.register(registration(server));
    const own = { ...manifest, id: "evening", defaultState: { degrees: [3] } };
    const [first, second] = await Promise.all([
      host.mountWidget({ manifestId: "weather", hash, position }),
      host.mountWidget({ manifestId: "evening", hash, manifest: own, position }),
    ]);
    assert.equal(first.bundle, second.bundle);
    assert.deepEqual([first.manifest.id, second.manifest.id], ["weather", "evening"]);
    assert.deepEqual(first.getDoc().state, { degrees: [12] });
    assert.deepEqual(second.getDoc().state, { degrees: [3] });
  });
});

Deno.test("a mount with an invalid manifest of its own is rejected with InvalidManifestError", async () => {
  const host = new DailyHost({ loader: () => Promise.resolve({}) });
  host.register(registration(nowhere));
  for (const invalid of [null, { id: "x" }]) {
    await assert.rejects(
      host.mountWidget({ manifestId: "weather", hash, manifest: invalid, position }),
      InvalidManifestError,
    );
  }
});

// claim: manifest-canvas-checks
Deno.test("an invalid manifest is rejected with InvalidManifestError", () => {
  const host = new DailyHost({ loader: () => Promise.resolve({}) });
  assert.throws(
    () => host.register({ ...registration(nowhere), manifest: { id: "x" } }),
    InvalidManifestError,
  );
});

Deno.test("a manifest id of two bundles requires the hash", async () => {
  await withHost({ "/widget.mjs": component }, async (host, server) => {
    host.register(registration(server));
    host.register(registration(server, otherHash));
    await assert.rejects(
      host.mountWidget({ manifestId: "weather", position }),
      isHostError("manifest.ambiguous", /2 bundles have this manifest id/),
    );
    const instance = await host.mountWidget({ manifestId: "weather", hash: otherHash, position });
    assert.equal(instance.hash, otherHash);
    await assert.rejects(
      host.mountWidget({ manifestId: "another", hash: otherHash, position }),
      isHostError("manifest.unknown", /"another" of bundle "B+": no such manifest is registered$/),
    );
  });
});

Deno.test("an unregistered manifest id is rejected", async () => {
  await assert.rejects(
    new DailyHost({ loader: () => Promise.resolve({}) }).mountWidget({ manifestId: "weather", position }),
    isHostError("manifest.unknown", /^Cannot mount widget "weather": no such manifest is registered$/),
  );
});

Deno.test("hosts that share a storage share the document of an instance, until one of them deletes it", () => {
  const storage = new EphemeralStorage();
  const open = () => storage.open("w_1", parseManifest(manifest));
  const document = open();
  assert.equal(open(), document);
  storage.close("w_1");
  assert.notEqual(open(), document);
});

Deno.test("an unmounted widget's document is deleted: the next instance of its id has its own default state", async () => {
  await withHost({ "/widget.mjs": component }, async (host, server) => {
    host.register(registration(server));
    host.register({
      ...registration(server, otherHash),
      manifest: { ...manifest, defaultState: { degrees: [3] } },
    });
    const mount = (bundleHash: string) =>
      host.mountWidget({ manifestId: "weather", hash: bundleHash, widgetId: "w_1", position });
    assert.deepEqual((await mount(hash)).getDoc().state, { degrees: [12] });
    host.unmount("w_1");
    assert.deepEqual((await mount(otherHash)).getDoc().state, { degrees: [3] });
  });
});

Deno.test("a generated instance id is not one that is in use", async () => {
  await withHost({ "/widget.mjs": component }, async (host, server) => {
    host.register(registration(server));
    const mount = async () => (await host.mountWidget({ manifestId: "weather", position })).instanceId;
    assert.deepEqual([await mount(), await mount()], ["weather#1", "weather#2"]);
    host.unmount("weather#1");
    assert.equal(await mount(), "weather#3");
  });
});

Deno.test("a widget id is mounted at most once until it is unmounted", async () => {
  await withHost({ "/widget.mjs": component }, async (host, server) => {
    host.register(registration(server));
    const mount = () => host.mountWidget({ manifestId: "weather", widgetId: "w_1", position });
    await mount();
    await assert.rejects(mount(), isHostError("instance.exists", /"w_1": it is already mounted/));
    host.unmount("w_1");
    assert.equal(host.instances.size, 0);
    assert.equal((await mount()).instanceId, "w_1");
  });
});
