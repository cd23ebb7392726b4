import assert from "node:assert/strict";
import type { ReactNode } from "react";
import {
  ActionButton,
  Badge,
  HeatGrid,
  ListItem,
  Match,
  Popover,
  StackedBar,
  Stat,
  Text,
  TimelineItem,
  Tooltip,
  useFormat,
} from "@tck/kit";
import { foreignDirection } from "../../../web/tck/text_direction.ts";
import { renderWidget } from "./widget_rendering.tsx";

Deno.test("a text without letters has the order of its digits where a card of the other direction would change it", () => {
  for (
    const text of ["+49 30 1234", "-5%", "\u22125\u00a0%", "3 / 5", "12:00 – 15:00", "5.", "≥ 3", "$ 5", "+3"]
  ) {
    assert.equal(foreignDirection(text, "rtl"), "ltr", text);
    assert.equal(foreignDirection(text, "ltr"), undefined, text);
  }
  // The order of one number is the same in both directions.
  for (
    const text of [
      "5",
      "1,234.50",
      "12:30",
      "2026-03-04",
      "50%",
      "€5",
      "21°",
      "",
      "–",
      "(…)",
      "1\u00a0234",
      "60\u200e%\u200e",
    ]
  ) {
    assert.equal(foreignDirection(text, "rtl"), undefined, text);
  }
  // What has letters or digits of the card, or a mark of its direction.
  for (const text of ["+49 30 هاتف", "-٥٪ ٣", "\u200f5.00\u00a0€", "-5%\u061c"]) {
    assert.equal(foreignDirection(text, "rtl"), undefined, text);
  }
  assert.equal(foreignDirection("75 µg", "rtl"), "ltr");
  assert.equal(foreignDirection("هاتف 5", "ltr"), "rtl");
});

const PHONE = "+49 30 1234";

Deno.test("each block keeps the order of a text in a card of the other direction", () => {
  const action = { id: "call", label: PHONE, href: "/call", variant: "primary" } as const;
  const blocks: { [name: string]: ReactNode } = {
    Text: <Text>{PHONE}</Text>,
    Badge: <Badge>{PHONE}</Badge>,
    Stat: <Stat label="ا" value="-5%" />,
    ListItem: <ListItem end="-5%">ا</ListItem>,
    TimelineItem: <TimelineItem time="12:00 – 15:00">ا</TimelineItem>,
    Match: <Match sides={[{ name: "ا", score: "3 (5)" }, { name: "ب" }]} />,
    Popover: <Popover label={PHONE}>ا</Popover>,
    Tooltip: <Tooltip text={PHONE}>ا</Tooltip>,
    Words: <Tooltip text="ا">{PHONE}</Tooltip>,
    ActionButton: <ActionButton action="call" />,
    Rows: <HeatGrid label="ا" rows={[PHONE]} columns={["ا"]} values={[[1]]} />,
    Columns: <HeatGrid label="ا" rows={["ا"]} columns={[PHONE]} values={[[1]]} />,
    Limit: (
      <StackedBar
        label="ا"
        text="ا"
        limit={1}
        formatValue={(value) => `- ${value}`}
        segments={[{ label: "ا", value: 2 }]}
      />
    ),
  };
  for (const [name, block] of Object.entries(blocks)) {
    const markup = renderWidget(block, {
      locale: "ar",
      slots: { actions: [action], updatedAt: null },
      manifest: { id: "w", cardType: "feed", sizes: ["2x1"], slots: { actions: [action] } },
      size: "fill-auto",
    });
    const shown = markup.replaceAll(/ aria-\w+="[^"]*"/g, "");
    assert.match(shown, /dir="ltr"[^>]*>(?:<[^>]*>)?(?:\+49|-5%|12:00|3 \(|- 1)/, name);
  }
});

Deno.test("the directions of cards of two languages are apart", () => {
  const Both = () => <Text>{`${useFormat().number(5)} / 6`}</Text>;
  assert.deepEqual(
    ["ar", "en", "ar", "he"].map((locale) => renderWidget(<Both />, { locale }).includes("dir=")),
    [
      true,
      false,
      true,
      true,
    ],
  );
});
