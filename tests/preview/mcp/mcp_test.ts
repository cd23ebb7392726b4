// budget: 30 s: two sessions of an agent, with about thirty pictures
import assert from "node:assert/strict";
import { Project } from "../session/project.ts";
import { SOURCE, testSession, type WidgetText } from "./mcp_cases.ts";
import { McpClient } from "./mcp_client.ts";

// The same on Deno, with the older handshake, is in mcp_soak.ts.
testSession("Node 24", "auto");

Deno.test("on Deno (legacy handshake), an agent gets the first four sheets of a widget, their number, and the problems of all pictures", async () => {
  // A sheet has four of these cards, and the last states have more text than a card.
  const states = Array.from(
    { length: 8 },
    (_, index) => `s${index}: { text: "${"Long ".repeat(index < 4 ? 1 : 300 + index * 50)}" }`,
  );
  await using project = await Project.create({
    [SOURCE]: `import { Card, defineManifest, Text, useWidgetState } from "@tck/kit";
export const manifest = defineManifest({
  id: "states",
  cardType: "feed",
  sizes: ["4x4"],
  defaultState: { text: "Short" },
  states: { ${states.join(", ")} },
});
export default function States() {
  return <Card><Text>{useWidgetState(manifest).text}</Text></Card>;
}
`,
    "node_modules/.keep": "",
  });
  await using session = await McpClient.start(["--cwd", project.path], { handshake: "legacy" });
  assert.equal(session.client.getNegotiatedProtocolVersion(), "2025-11-25");
  const { images, value } = await session.call("snapshot", { widget: "001_clean" });
  assert.deepEqual([images.length, value.sheets, value.pictures, value.errors], [4, 5, 18, 0]);
  const [note, ...others] = value.findings.filter(({ severity }: { severity: string }) =>
    severity === "note"
  );
  assert.deepEqual([note.rule, value.notes, others], ["detail.dropped", 1, []]);
  assert.ok(note.pictures.some(({ state }: { state: WidgetText }) => state.untrustedWidgetText === "s7"));
  assert.ok(note.pixels > 0);
});
