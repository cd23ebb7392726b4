import assert from "node:assert/strict";
import { FrameSites, isSameServer, originOfQuery } from "../../../../preview/shell/state/frame_sites.ts";

const PAGE = new URL("http://localhost:5173/?view=stage");

Deno.test("each frame of a page on loopback has a site of its own, another one after it was left and in each visit", () => {
  const sites = new FrameSites(PAGE, true);
  const [first, second] = [sites.originOf(0), sites.originOf(1)];
  assert.match(first, /^http:\/\/frame-0-0-[0-9a-f]{8}\.localhost:5173$/);
  assert.equal(sites.originOf(0), first);
  assert.equal(second, first.replace("frame-0-0", "frame-1-0"));
  sites.leave(1);
  assert.equal(sites.originOf(0), first);
  assert.equal(sites.originOf(1), first.replace("frame-0-0", "frame-1-1"));
  sites.leave(1);
  assert.equal(sites.originOf(1), first.replace("frame-0-0", "frame-1-2"));
  assert.notEqual(new FrameSites(PAGE, true).originOf(0), first);
  for (const page of ["http://127.0.0.1/", "http://[::1]/", "http://a.localhost/"]) {
    assert.match(
      new FrameSites(new URL(page), true).originOf(2),
      /^http:\/\/frame-2-0-[0-9a-f]{8}\.localhost$/,
    );
  }
});

Deno.test("a frame has the page's origin beyond loopback, and where the server serves no frames of other sites", () => {
  for (const page of ["http://192.168.1.9:5173/", "https://preview.example/", "http://localhost.example/"]) {
    assert.equal(new FrameSites(new URL(page), true).originOf(0), new URL(page).origin);
  }
  assert.equal(new FrameSites(PAGE, false).originOf(0), PAGE.origin);
});

Deno.test("the names of loopback with the same port are one server", () => {
  const own = ["localhost", "127.0.0.1", "[::1]", "frame-0-0.localhost"].map((name) => `http://${name}:5173`);
  for (const origin of own) assert.equal(isSameServer(origin, PAGE), true, origin);
  const foreign = [
    "http://localhost:5174",
    "https://localhost:5173",
    "http://localhost",
    "http://evil.example:5173",
  ];
  for (const origin of [...foreign, "null", ""]) assert.equal(isSameServer(origin, PAGE), false, origin);
  const page = new URL("https://preview.example/");
  assert.equal(isSameServer("https://preview.example", page), true);
  assert.equal(isSameServer("http://localhost:5173", page), false);
});

Deno.test("the review has an origin of its own, and leads back to the page's", () => {
  const originOf = (page: string, search: string, isApart = true) =>
    originOfQuery(search, new URL(page), isApart);
  for (const page of ["http://localhost:5173/", "http://127.0.0.1:5173/", "http://review.localhost:5173/"]) {
    assert.equal(originOf(page, "?view=review"), "http://review.localhost:5173", page);
    assert.equal(originOf(page, "?view=review", false), new URL(page).origin, page);
  }
  assert.equal(originOf("http://review.localhost:5173/", "?view=stage"), "http://localhost:5173");
  assert.equal(originOf("http://127.0.0.1:5173/", "?view=stage"), "http://127.0.0.1:5173");
  assert.equal(originOf("https://preview.example/", "?view=review"), "https://preview.example");
});
