import type { ReactElement } from "react";
import { resolveText } from "../../../core/feed/mod.ts";
import { useInspectedCard } from "./use_inspected_card.ts";

/** The manifest's fields of the inspected card, and where the widget is from. */
export function WidgetPanel(): ReactElement {
  const card = useInspectedCard();
  if (card === null) return <p className="shell-hint">Choose “Inspect” on a card.</p>;
  const { manifest, origin } = card;
  if (manifest === undefined) return <p className="shell-hint">Loading…</p>;
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
      <dl className="shell-facts">
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
