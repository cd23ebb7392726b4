import type { ReactElement } from "react";
import { UrlSelect } from "../controls/select.tsx";
import type { UrlState } from "../state/url_state.ts";

const ZOOMS = (["50", "75", "100", "125", "150", "200"] as const).map((zoom) => [zoom, `${zoom} %`] as const);

const DIRECTIONS: readonly (readonly [UrlState["direction"], string])[] = [
  ["auto", "Of the language"],
  ["ltr", "Left to right"],
  ["rtl", "Right to left"],
];

const VISIONS: readonly (readonly [UrlState["vision"], string])[] = [
  ["full", "All colours"],
  ["protanopia", "No red (protanopia)"],
  ["deuteranopia", "No green (deuteranopia)"],
  ["tritanopia", "No blue (tritanopia)"],
  ["achromatopsia", "No colours (achromatopsia)"],
];

const MOTIONS: readonly (readonly [UrlState["motion"], string])[] = [
  ["auto", "Of the system"],
  ["reduce", "Reduced"],
  ["no-preference", "Not reduced"],
];

const CONTRASTS: readonly (readonly [UrlState["contrast"], string])[] = [
  ["auto", "Of the system"],
  ["more", "More"],
  ["less", "Less"],
];

const OVERLAYS: readonly (readonly [UrlState["overlay"], string])[] = [
  ["none", "None"],
  ["outline", "Outlines"],
  ["measure", "Measures"],
];

/** The controls of the Stage's viewport. They are in the address like all others. */
export function ViewportChoices(): ReactElement {
  return (
    <>
      <UrlSelect label="Zoom" name="zoom" options={ZOOMS} />
      <UrlSelect label="Direction" name="direction" options={DIRECTIONS} />
      <UrlSelect label="Vision" name="vision" options={VISIONS} />
      <UrlSelect label="Motion" name="motion" options={MOTIONS} />
      <UrlSelect label="Contrast" name="contrast" options={CONTRASTS} />
      <UrlSelect label="Overlay" name="overlay" options={OVERLAYS} />
    </>
  );
}
