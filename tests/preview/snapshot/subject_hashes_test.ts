import assert from "node:assert/strict";
import type { OpenPreview } from "../../../preview/server/start.ts";
import { DEFAULT_CAMERA } from "../../../preview/server/snapshot/camera/camera_settings.ts";
import type { SnapshotFonts } from "../../../preview/server/snapshot/fonts/mod.ts";
import type { Shot } from "../../../preview/server/snapshot/plan_shots.ts";
import { SubjectHashes } from "../../../preview/server/snapshot/subject_hashes.ts";

const LIVE = {
  kind: "live",
  id: "001_a",
  name: "001_a",
  manifest: { id: "a" },
} as unknown as Shot["subject"];
const SHOT: Shot = { subject: LIVE, size: "2x2", width: null, theme: "light", state: null, locale: null };

/** The hash of a picture, where modules have these hashes. */
async function hashOf(
  shot: Partial<Shot>,
  { settings = DEFAULT_CAMERA, fonts = ["a.ttf/1"], hashes = {} }: {
    settings?: typeof DEFAULT_CAMERA;
    fonts?: string[];
    hashes?: { [url: string]: string | null };
  } = {},
): Promise<string | null> {
  const all: { [url: string]: string | null } = { "/a": "a", "/b": "b", "/shell": "shell", ...hashes };
  const preview = {
    pageModules: ["/shell"],
    liveWidgets: () => ["a", "b"].map((name, at) => ({ name: `00${at + 1}_${name}`, moduleUrl: `/${name}` })),
    sources: { hash: ([url]: [string]) => Promise.resolve(all[url]) },
  } as unknown as OpenPreview;
  return await new SubjectHashes(preview, settings, { identity: fonts } as unknown as SnapshotFonts)
    .ofShot({ ...SHOT, ...shot });
}

Deno.test("a picture is another one with everything that it depends on, and the same with nothing else", async () => {
  const bundle = { ...LIVE, kind: "bundle" as const };
  const hashes = await Promise.all([
    hashOf({}),
    hashOf({ subject: { ...LIVE, id: "002_b" } }),
    hashOf({ subject: { ...LIVE, name: "another" } }),
    hashOf({ subject: bundle }),
    hashOf({ subject: { ...bundle, id: "other" } }),
    hashOf({ size: "fill-auto" }),
    hashOf({ size: "fill-auto", width: 320 }),
    hashOf({ theme: "dark" }),
    hashOf({ state: "empty" }),
    hashOf({ locale: "de" }),
    hashOf({ locale: "ar" }),
    hashOf({}, { hashes: { "/a": "edited" } }),
    hashOf({}, { hashes: { "/shell": "edited" } }),
    hashOf({}, { fonts: ["a.ttf/2"] }),
    hashOf({}, { settings: { ...DEFAULT_CAMERA, scale: 2 } }),
    hashOf({}, { settings: { ...DEFAULT_CAMERA, timeZone: "Asia/Tokyo" } }),
    hashOf({}, { settings: { ...DEFAULT_CAMERA, clock: 0 } }),
  ]);
  assert.equal(new Set(hashes).size, hashes.length);
  assert.equal(await hashOf({}, { hashes: { "/b": "edited" } }), hashes[0]);
});

Deno.test("a picture of what does not compile is not kept", async () => {
  assert.equal(await hashOf({}, { hashes: { "/a": null } }), null);
  assert.equal(await hashOf({}, { hashes: { "/shell": null } }), null);
  assert.equal(await hashOf({ subject: { ...LIVE, id: "009_gone" } }), null);
  assert.equal(await hashOf({ subject: { ...LIVE, manifest: null } }), null);
});
