import type { ReactElement } from "react";
import { resolveText } from "../../../core/feed/mod.ts";
import { Facts } from "./facts.tsx";
import { NothingShown } from "./nothing_shown.tsx";
import { useInspectedCard } from "./use_inspected_card.ts";

/** The manifest's fields of the inspected card, and where the widget is from. */
export function WidgetPanel(): ReactElement {
  const card = useInspectedCard();
  if (card?.manifest === undefined) return <NothingShown card={card} />;
  const { manifest, origin } = card;
  const { id, description, cardType, sizes, languages } = manifest;
  const facts = [
    ["Manifest id", id],
    ["Card type", cardType],
    ["Sizes", sizes.join(", ")],
    ["Languages", languages?.join(", ") ?? "none declared"],
    ...origin,
  ];
  return (
    <>
      {description !== undefined && <p>{resolveText(description, navigator.language)}</p>}
      <Facts facts={facts} />
    </>
  );
}
