import type { ReactElement } from "react";
import { stringifyJson } from "../../../core/manifest/mod.ts";
import { CopyButton } from "../controls/copy_button.tsx";
import { NothingShown } from "./nothing_shown.tsx";
import { useInspectedCard } from "./use_inspected_card.ts";

/** The manifest of the inspected card as JSON. */
export function ManifestPanel(): ReactElement {
  const card = useInspectedCard();
  if (card?.manifest === undefined) return <NothingShown card={card} />;
  const text = stringifyJson(card.manifest, "  ");
  return (
    <>
      <pre className="shell-code" tabIndex={0} role="region" aria-label="Manifest">{text}</pre>
      <CopyButton text={() => text} />
    </>
  );
}
