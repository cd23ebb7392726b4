import assert from "node:assert/strict";
import { Workspace } from "../../../preview/server/mcp/workspace.ts";
import { Camera } from "../../../preview/server/snapshot/camera/camera.ts";
import type { OpenPreview } from "../../../preview/server/start.ts";
import { Project } from "../session/project.ts";

Deno.test("the next call has the same browser with other pages, and another one when the browser has ended", async () => {
  await using project = await Project.create();
  const calls: string[] = [];
  const cameras: { isOpen: boolean }[] = [];
  const { open } = Camera;
  Camera.open = () => {
    const number = cameras.length + 1;
    const camera = {
      isOpen: true,
      reset: () => Promise.resolve(calls.push(`reset ${number}`)),
      close: () => Promise.resolve(calls.push(`close ${number}`)),
    };
    cameras.push(camera);
    calls.push(`open ${number}`);
    return Promise.resolve(camera as unknown as Camera);
  };
  try {
    const workspace = new Workspace({ cwd: project.path });
    const preview = { url: "http://localhost:1/", model: { projectDirectory: project.path } };
    const take = () => workspace.openCamera(preview as unknown as OpenPreview);
    const first = await take();
    assert.equal(await take(), first);
    cameras[0]!.isOpen = false;
    assert.notEqual(await take(), first);
    await take();
    await workspace.close();
    assert.deepEqual([...new Set(calls)], ["open 1", "reset 1", "open 2", "reset 2", "close 2"]);
  } finally {
    Camera.open = open;
  }
});

Deno.test("the manifest of a widget is read again when its sources have changed", async () => {
  await using project = await Project.create();
  const read: string[] = [];
  const { open } = Camera;
  Camera.open = () =>
    Promise.resolve({
      isOpen: true,
      reset: () => Promise.resolve(),
      close: () => Promise.resolve(),
      readManifests: ([{ name }]: [{ name: string }]) => {
        read.push(name);
        return Promise.resolve(new Map([[name, name === "003_broken" ? null : { id: name }]]));
      },
    } as unknown as Camera);
  try {
    const workspace = new Workspace({ cwd: project.path });
    const hashes: { [name: string]: string } = { "001_a": "a", "002_b": "b", "003_broken": "c" };
    const preview = {
      url: "http://localhost:1/",
      model: { projectDirectory: project.path },
      liveWidgets: () => Object.keys(hashes).map((name) => ({ name, moduleUrl: name, stylesUrl: name })),
      sources: { hash: ([name]: [string]) => Promise.resolve(hashes[name]) },
    } as unknown as OpenPreview;
    const readAll = async () => {
      read.length = 0;
      const manifests = await workspace.readManifests(preview);
      return { read: [...read], ids: [...manifests].map(([name, manifest]) => [name, manifest?.id ?? null]) };
    };
    const ids = [["001_a", "001_a"], ["002_b", "002_b"], ["003_broken", null]];
    assert.deepEqual(await readAll(), { read: ["001_a", "002_b", "003_broken"], ids });
    assert.deepEqual(await readAll(), { read: ["003_broken"], ids }, "a broken one may have been mended");
    hashes["002_b"] = "edited";
    assert.deepEqual(await readAll(), { read: ["002_b", "003_broken"], ids });
  } finally {
    Camera.open = open;
  }
});

Deno.test("a browser that a tool starts while the session ends does not outlive it", async () => {
  await using project = await Project.create();
  const calls: string[] = [];
  const { open } = Camera;
  Camera.open = () =>
    Promise.resolve(
      { isOpen: true, close: () => Promise.resolve(void calls.push("close")) } as unknown as Camera,
    );
  try {
    const workspace = new Workspace({ cwd: project.path });
    const preview = { url: "http://localhost:1/", model: { projectDirectory: project.path } };
    const begin = Promise.withResolvers<void>();
    const tool = workspace.enqueue(async () => {
      await begin.promise;
      await workspace.openCamera(preview as unknown as OpenPreview);
      calls.push("opened");
    });
    const closing = workspace.close();
    begin.resolve();
    await Promise.all([tool, closing]);
    assert.deepEqual(calls, ["opened", "close"]);
  } finally {
    Camera.open = open;
  }
});
