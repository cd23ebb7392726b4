import { type Shot, sizeName, stateName } from "./plan_shots.ts";

/**
 * File names for the pictures of a snapshot: `001_weather.2x2.light.cold.en.png`. Names that are equal on some file
 * system get a number.
 *
 * @returns a name for each shot
 */
export function namePictures(shots: readonly Shot[]): string[] {
  const taken = new Set<string>();
  return shots.map((shot) => {
    const { subject, theme, state, locale } = shot;
    const parts = [subject.name, sizeName(shot), theme, stateName(state), locale].filter((part) =>
      part !== null
    );
    const name = parts.map(toFileName).join(".");
    let unique = name;
    for (let count = 2; taken.has(unique.toLowerCase()); count++) unique = `${name}-${count}`;
    taken.add(unique.toLowerCase());
    return `${unique}.png`;
  });
}

/** Whether a file has the name of a picture of a snapshot. */
export function isPictureName(fileName: string): boolean {
  return /^[\w-]*\.[\w-]+\.(light|dark)(\.[\w-]*){1,2}\.png$/.test(fileName);
}

/** Labels and states can be any text. */
export function toFileName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]+/g, "-").slice(0, 48);
}
