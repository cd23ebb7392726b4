import assert from "node:assert/strict";
import { Studio } from "./studio.ts";

const WIDGET = `import { Card, CardHeader, defineManifest } from "@tck/kit";

export const manifest = defineManifest({
  id: "invoice",
  title: "Invoice",
  cardType: "feed",
  sizes: ["1x1", "2x2", "4x2"],
  defaultState: {},
  slots: {
    actions: [
      { id: "approve", label: "Approve", href: "/a" },
      { id: "reject", label: "Reject", href: "/b" },
      { id: "ask", label: "Ask", href: "/c", variant: "primary" },
      { id: "details", label: "Details", href: "/d" },
    ],
    updatedAt: { timestamp: "2026-01-15T08:00:00Z", label: "8 o'clock" },
  },
});

export default function Invoice() {
  return <Card><CardHeader>Invoice</CardHeader></Card>;
}
`;

Deno.test("actions and the update time that a card does not show are reported, each by its text", async () => {
  await using studio = await Studio.open({ "widgets/001_invoice/widget.tck.tsx": WIDGET });
  const renderings = await studio.take({ themes: ["light"] });
  const missing = (size: string) =>
    renderings.find((one) => one.size === size)!.findings.filter(({ rule }) => rule === "detail.dropped")
      .map(({ message }) => message.replace(" is not shown: there is no room for it at this size", ""));
  const [approve, reject, details] = ["Approve", "Reject", "Details"].map((label) => `The action “${label}”`);
  const time = "The update time “8 o'clock”";
  assert.deepEqual(["1x1", "2x2", "4x2"].map(missing), [
    [time, approve, reject, details],
    [time, reject, details],
    [],
  ]);
});
