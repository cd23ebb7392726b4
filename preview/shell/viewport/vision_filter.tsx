import type { CSSProperties, ReactElement } from "react";
import type { UrlState } from "../state/url_state.ts";

type Vision = UrlState["vision"];

/**
 * What the colours of linear RGB become without one kind of cones (Machado, Oliveira and Fernandes, "A Physiologically-based
 * Model for Simulation of Color Vision Deficiency", 2009, severity 1), or without colours: their luminance.
 */
const MATRICES: { readonly [vision in Exclude<Vision, "full">]: readonly (readonly number[])[] } = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  achromatopsia: [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
};

/** The style of an element that is seen with a colour vision; its {@link VisionFilter} must be in the page. */
export function visionStyle(vision: Vision): CSSProperties {
  return vision === "full" ? {} : { filter: `url(#${FILTER_ID})` };
}

const FILTER_ID = "shell-vision";

export function VisionFilter({ vision }: { vision: Vision }): ReactElement | null {
  if (vision === "full") return null;
  const values = [...MATRICES[vision].map((row) => [...row, 0, 0]), [0, 0, 0, 1, 0]];
  return (
    <svg className="shell-visually-hidden" aria-hidden="true">
      <filter id={FILTER_ID} colorInterpolationFilters="linearRGB">
        <feColorMatrix type="matrix" values={values.flat().join(" ")} />
      </filter>
    </svg>
  );
}
