import assert from "node:assert/strict";
import { findNode } from "../../packages/mod.ts";
import { makeBundle } from "../session/bundles.ts";
import { Project } from "../session/project.ts";
import { sizeOfPng } from "../snapshot/picture.ts";
import { CLEAN_STYLES, CLEAN_WIDGET, FAULTY_STYLES, FAULTY_WIDGET } from "../snapshot/widget_sources.ts";
import { McpClient } from "./mcp_client.ts";

/** The source of the first widget. */
export const SOURCE = "widgets/001_clean/widget.tck.tsx";

/** A widget of nine cards in each theme. A sheet has four of them, and the last states have more text than a card. */
const MANY_STATES = `import { Card, defineManifest, Text, useWidgetState } from "@tck/kit";
export const manifest = defineManifest({
  id: "states",
  cardType: "feed",
  sizes: ["4x4"],
  defaultState: { text: "Short" },
  states: { ${
  Array.from(
    { length: 8 },
    (_, index) => `s${index}: { text: "${"Long ".repeat(index < 4 ? 1 : 300 + index * 50)}" }`,
  ).join(", ")
} },
});
export default function States() {
  return <Card><Text>{useWidgetState(manifest).text}</Text></Card>;
}
`;

/** A text that a widget can choose. */
interface WidgetText {
  untrustedWidgetText: string;
}

/** A value with the texts of widgets in place of the objects that mark them. */
// deno-lint-ignore no-explicit-any -- each tool's own shape, which the test asserts
function unmark(value: unknown): any {
  const read = (_: string, inner: WidgetText | null) => inner?.untrustedWidgetText ?? inner;
  return JSON.parse(JSON.stringify(value), read);
}

/** How a session is started. */
export type SessionStart = readonly [runtime: "Deno" | "Node 24", handshake: "legacy" | "auto"];

/** Tests every tool in a session of a runtime. */
export function testSession(...[runtime, handshake]: SessionStart): void {
  Deno.test(`on ${runtime} (${handshake} handshake), an agent gets widgets as they are on disk at that moment`, async (t) => {
    await using project = await Project.create({
      [SOURCE]: CLEAN_WIDGET,
      "widgets/001_clean/widget.css": CLEAN_STYLES,
      "widgets/002_faulty/widget.tck.tsx": FAULTY_WIDGET,
      "widgets/002_faulty/widget.css": FAULTY_STYLES,
      "dist/003_built.tckb": await makeBundle("built"),
      "tck.preview.config.mjs": `console.log("not the protocol"); export default {};`,
      "node_modules/.keep": "",
    });
    const node = runtime === "Deno" ? null : { node: await findNode() };
    await using session = await McpClient.start(["--cwd", project.path], { runtime: node, handshake });

    await t.step("the protocol's version is that of the handshake", () => {
      const version = session.client.getNegotiatedProtocolVersion();
      assert.equal(version, handshake === "auto" ? "2026-07-28" : "2025-11-25");
    });

    await t.step("the tools have descriptions and schemas", async () => {
      const { tools } = await session.client.listTools();
      assert.deepEqual(
        tools.map(({ name }: { name: string }) => name),
        ["list_widgets", "diagnostics", "snapshot", "screenshot", "review", "feed_index", "rescan"],
      );
      for (const { description, inputSchema, outputSchema } of tools) {
        assert.ok(description!.length > 60);
        assert.deepEqual([inputSchema.type, outputSchema?.type], ["object", "object"]);
      }
    });

    await t.step("it lists live widgets and bundles", async () => {
      const { value } = await session.call("list_widgets");
      assert.deepEqual(
        value.widgets.map(({ name, kind, manifest }: { name: string; kind: string; manifest: unknown }) => [
          name,
          kind,
          unmark(manifest),
        ]),
        [
          ["001_clean", "live", {
            id: "clean",
            cardType: "feed",
            sizes: ["2x2"],
            languages: [],
            states: ["default"],
          }],
          ["002_faulty", "live", {
            id: "faulty",
            cardType: "grid",
            sizes: ["2x1", "4x1"],
            languages: ["en", "de"],
            states: ["default", "throws", "later", "nameless", "high", "wide"],
          }],
          ["003_built", "bundle", {
            id: "weather",
            cardType: "feed",
            sizes: ["fill-auto"],
            languages: [],
            states: ["default"],
          }],
        ],
      );
      assert.deepEqual(value.problems, []);
    });

    let before: Uint8Array | undefined;
    await t.step("it returns a picture in each theme, and the observations", async () => {
      const dark = await session.call("screenshot", { widget: "001_clean", theme: "dark" });
      const light = await session.call("screenshot", { widget: "001_clean" });
      for (const { images: [image], value } of [dark, light]) {
        assert.equal(image!.mimeType, "image/png");
        assert.deepEqual(sizeOfPng(image!.bytes), [400, 400]);
        assert.deepEqual([value.findings, value.size, value.state], [[], "2x2", null]);
      }
      assert.deepEqual([dark.value.theme, light.value.theme], ["dark", "light"]);
      assert.notDeepEqual(dark.images, light.images);
      before = light.images[0]!.bytes;
      const { value, images } = await session.call("screenshot", {
        widget: "002_faulty",
        size: "4x1",
        state: "throws",
        locale: "de",
      });
      const { element: { source }, ...failed } = value.findings[0];
      assert.deepEqual(failed, {
        rule: "card.failed",
        severity: "error",
        message: { untrustedWidgetText: "Boom" },
        pixels: null,
      });
      assert.equal(source.file.untrustedWidgetText, "widgets/002_faulty/widget.tck.tsx");
      assert.match(FAULTY_WIDGET.split("\n")[source.line - 1]!, /new Error\("Boom"\)/);
      const [width, height] = sizeOfPng(images[0]!.bytes);
      assert.equal(width, 768);
      assert.ok(height! > 216, "what the card has thrown is below it");
    });

    await t.step("it returns a sheet of all pictures of a widget, and its problems once", async () => {
      const { images, value } = await session.call("snapshot", {
        widget: "002_faulty",
        size: "2x1",
        state: "wide",
        locale: "de",
      });
      assert.deepEqual(images.map(({ mimeType }) => mimeType), ["image/png"]);
      const [width, height] = sizeOfPng(images[0]!.bytes);
      assert.ok(width > 700 && width <= 1600 && height > 200 && height <= 1600, `${width} x ${height}`);
      assert.deepEqual([value.widget, value.pictures, value.sheets, value.clean], [
        "002_faulty",
        2,
        1,
        false,
      ]);
      const wide = value.findings.find(({ message }: { message: WidgetText }) =>
        message.untrustedWidgetText.includes("wider")
      );
      assert.deepEqual([wide.rule, wide.severity, wide.element.selector.untrustedWidgetText], [
        "card.overflow",
        "error",
        "p.wide",
      ]);
      assert.equal(wide.element.source.file.untrustedWidgetText, "widgets/002_faulty/widget.tck.tsx");
      assert.deepEqual(
        wide.pictures.map(({ theme, state }: { theme: string; state: WidgetText }) =>
          `${theme} ${state.untrustedWidgetText}`
        ),
        [
          "light wide",
          "dark wide",
        ],
      );
      const clean = await session.call("snapshot", { widget: "001_clean" });
      assert.deepEqual([clean.value.clean, clean.value.findings], [true, []]);
    });

    await t.step(
      "an edit is in the next picture and the next diagnostics",
      async () => {
        assert.deepEqual((await session.call("diagnostics", { widget: "001_clean" })).value.diagnostics, []);
        await project.write(SOURCE, CLEAN_WIDGET.replace("It is", "{localStorage.length} Now"));
        const { images: [after], value } = await session.call("screenshot", { widget: "001_clean" });
        assert.deepEqual(value.findings, []);
        assert.notDeepEqual(after!.bytes, before);
        const { value: { diagnostics } } = await session.call("diagnostics");
        assert.deepEqual(
          diagnostics.map(({ code, severity, widget }: { [field: string]: string }) =>
            `${severity} ${code} ${widget}`
          ),
          ["error forbidden.storage 001_clean", "error component.failed 002_faulty"],
        );
      },
    );

    await t.step(
      "of a widget with more pictures it returns the first four sheets, their number, and the problems of all",
      async () => {
        await project.write("widgets/004_states/widget.tck.tsx", MANY_STATES);
        const { images, value } = await session.call("snapshot", { widget: "004_states" });
        await project.remove("widgets/004_states");
        assert.deepEqual([images.length, value.sheets, value.pictures, value.errors], [4, 5, 18, 0]);
        const [note, ...others] = value.findings.filter(({ severity }: { severity: string }) =>
          severity === "note"
        );
        assert.deepEqual([note.rule, value.notes, others], ["detail.dropped", 1, []]);
        assert.ok(
          note.pictures.some(({ state }: { state: WidgetText }) => state.untrustedWidgetText === "s7"),
        );
        assert.ok(note.pixels > 0);
      },
    );

    await t.step("a bundle that has just been written is in the feeds", async () => {
      await project.write("dist/004_more.tckb", await makeBundle("more"));
      const { value: { feeds: [feed] } } = await session.call("feed_index");
      assert.equal(feed.bundleIds.length, 2);
      await project.remove("dist/004_more.tckb");
      const { value: { ok, after } } = await session.call("rescan");
      assert.deepEqual([ok, after], [true, 1]);
    });

    await t.step("a call that fails returns the reason", async () => {
      const fail = async (name: string, input: { [name: string]: string }) => {
        const { isError, value } = await session.call(name, input);
        assert.equal(isError, true);
        return unmark({ value }).value;
      };
      assert.equal(
        await fail("screenshot", {}),
        "Cannot call screenshot: widget is missing: The name of a live widget, or the label or id of a bundle",
      );
      assert.equal(
        await fail("screenshot", { widget: "001_clean", theme: "blue" }),
        'Cannot call screenshot: theme is "blue", expected one of "light", "dark"',
      );
      const { value } = await session.call("diagnostics", { widget: "009_none" });
      assert.deepEqual(
        Object.keys(value),
        ["untrustedWidgetText"],
        "it can quote names and what a page says",
      );
      assert.match(
        await fail("snapshot", { widget: "001_clean", size: "7x7" }),
        /^Cannot call snapshot: size is "7x7", expected one of "1x1", .*"fill-auto-640"$/,
      );
      assert.equal(
        await fail("screenshot", { widget: "001_clean", size: "4x1" }),
        'Cannot use size "4x1": the widgets declare "2x2"',
      );
      assert.equal(
        await fail("rescan", { all: "yes" }),
        'Cannot call rescan: "all" is not an argument: the tool has none',
      );
      assert.equal(
        await fail("screenshot", { widget: "009_none" }),
        'Cannot find widget "009_none": there are "001_clean", "002_faulty", "003_built"',
      );
      assert.equal(
        await fail("screenshot", { widget: "002_faulty", state: "cold" }),
        'Cannot use state "cold": the widgets declare "default", "throws", "later", "nameless", "high", "wide"',
      );
      assert.equal(
        await fail("diagnostics", { widget: "009_none" }),
        'Cannot find live widget "009_none": there are "001_clean", "002_faulty"',
      );
      await assert.rejects(
        session.call("shell"),
        /Cannot call tool "shell": there is no such tool; they are list_widgets, diagnostics, /,
      );
    });

    assert.deepEqual([session.faults, session.errors], [[], "not the protocol\n"]);
  });
}
