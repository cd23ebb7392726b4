import type { ReactElement } from "react";
import { type SelectOptions, UrlSelect } from "../controls/select.tsx";
import { SizeControl, StateControl } from "../controls/variant_controls.tsx";
import { useShell } from "../shell_context.ts";
import { findStageManifest } from "../state/shown_variant.ts";
import type { UrlState } from "../state/url_state.ts";

/** Widths that chats give a card, in CSS pixels: from a small phone and a side panel to a wide window. */
const WIDTHS: SelectOptions<UrlState["chatWidth"]> = [
  ["320", "320 px"],
  ["400", "400 px"],
  ["560", "560 px"],
  ["720", "720 px"],
];

/** The controls for the card's size and state, and the width that the chat gives it. */
export function ChatControls(): ReactElement {
  const manifest = useShell(findStageManifest);
  return (
    <>
      {manifest !== undefined && <SizeControl manifest={manifest} />}
      <UrlSelect label="Width" name="chatWidth" options={WIDTHS} />
      {manifest !== undefined && <StateControl manifest={manifest} />}
    </>
  );
}
