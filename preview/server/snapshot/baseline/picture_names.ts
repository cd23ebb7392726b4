import { toFileNames } from "./file_names.ts";
import { localesOf, type Shot, sizeName, stateName, statesOf } from "../plan_shots.ts";

/**
 * The file name of a picture: `001_weather.2x2.light.cold.en.png`. It depends on the widgets of the preview and on the
 * manifest, not on what else is taken: a picture has the same name in every selection.
 */
export function namePicture(shot: Shot): string {
  const { subject, theme, state, locale } = shot;
  const states = statesOf(subject);
  const locales = localesOf(subject);
  const parts = [
    subject.fileName,
    sizeName(shot),
    theme,
    toFileNames(states.map(stateName))[states.indexOf(state)]!,
    locale === null ? null : toFileNames(locales)[locales.indexOf(locale)]!,
  ];
  return `${parts.filter((part) => part !== null).join(".")}.png`;
}

export function isPictureName(fileName: string): boolean {
  return /^[\w-]*\.(\d+x\d+|fill-auto(?:-\d+)?)\.(light|dark)(\.[\w-]*){1,2}\.png$/.test(fileName);
}

/** The file next to a report with the accepted picture of this name. */
export function beforeFile(picture: string): string {
  return `${stemOf(picture)}.before.png`;
}

/** The file next to a report with the picture before, after, and the differences. */
export function differenceFile(picture: string): string {
  return `${stemOf(picture)}.diff.png`;
}

function stemOf(picture: string): string {
  return picture.slice(0, -".png".length);
}
