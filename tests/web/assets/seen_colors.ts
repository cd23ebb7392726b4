/** A colour as light: red, green and blue from 0 to 1, without gamma. */
export type Light = readonly [red: number, green: number, blue: number];

/** How readers without one kind of cones see a colour (Machado, Oliveira and Fernandes 2009, severity 1), and how the others do. */
export const VISIONS = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [
    -0.003882,
    -0.048116,
    1.051998,
  ]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [
    -0.01182,
    0.04294,
    0.968881,
  ]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [
    0.004733,
    0.691367,
    0.3039,
  ]],
} as const;

/** The name of one of them. */
export type Vision = keyof typeof VISIONS;

/** Reads `#rrggbb`. */
export function readColor(hex: string): Light {
  return [1, 3, 5].map((start) => {
    const value = parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Light;
}

/** The colour that a reader sees. */
export function seeColor(color: Light, vision: Vision): Light {
  return multiply(VISIONS[vision], color).map((value) => Math.min(Math.max(value, 0), 1)) as unknown as Light;
}

/** The ratio of contrast of WCAG 2. */
export function contrastOf(one: Light, other: Light): number {
  const [dark, bright] = [one, other].map(([red, green, blue]) =>
    0.2126 * red + 0.7152 * green + 0.0722 * blue
  )
    .toSorted((a, b) => a - b);
  return (bright! + 0.05) / (dark! + 0.05);
}

/** The distance of two colours in OKLab, in hundredths: 2 is just seen. */
export function distanceOf(one: Light, other: Light): number {
  const [a, b] = [toOklab(one), toOklab(other)];
  return 100 * Math.hypot(...a.map((value, index) => value - b[index]!));
}

function toOklab(color: Light): number[] {
  const cones = multiply(TO_CONES, color).map(Math.cbrt);
  return multiply(TO_OKLAB, cones as unknown as Light);
}

const TO_CONES = [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [
  0.0883024619,
  0.2817188376,
  0.6299787005,
]];

const TO_OKLAB = [[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [
  0.0259040371,
  0.7827717662,
  -0.808675766,
]];

function multiply(matrix: readonly (readonly number[])[], vector: Light): number[] {
  return matrix.map((row) => row.reduce((sum, factor, index) => sum + factor * vector[index]!, 0));
}
