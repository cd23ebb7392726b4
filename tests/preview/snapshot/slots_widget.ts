/** A widget with more actions than a small card has room for. */
export const SLOTS_WIDGET = `import { Card, CardHeader, defineManifest } from "@tck/kit";

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
