import type { ReactElement } from "react";
import { resolveText } from "../../../core/feed/mod.ts";
import type { WidgetManifest } from "../../../core/manifest/mod.ts";

/** The manifest's fields, and the origin of the widget. */
export function WidgetDetails(
  { manifest, origin }: {
    manifest: WidgetManifest;
    origin: readonly (readonly [term: string, text: string])[];
  },
): ReactElement {
  const { id, description, cardType, sizes, languages } = manifest;
  const facts = [
    ["Manifest id", id],
    ["Card type", cardType],
    ["Sizes", sizes.join(", ")],
    ["Languages", languages?.join(", ") ?? "none declared"],
    ...origin,
  ];
  return (
    <section className="shell-panel" aria-labelledby="shell-details">
      <h2 id="shell-details">Widget</h2>
      {description !== undefined && <p>{resolveText(description, navigator.language)}</p>}
      <dl className="shell-facts">
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
