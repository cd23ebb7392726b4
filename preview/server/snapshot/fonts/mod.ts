/** The fonts of pictures: the same on every Linux. */
export { describeFontSettings, OWN_FAMILIES } from "./font_settings.ts";
export { type FontFolder, SnapshotFonts } from "./snapshot_fonts.ts";
export { OWN_FONT_FILES } from "./own_fonts.ts";
