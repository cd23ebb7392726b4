/** The families of each generic family: the first that has a glyph is used. A name that no font has is `sans-serif`. */
export interface FamilyLists {
  readonly "sans-serif": readonly string[];
  readonly serif: readonly string[];
  readonly monospace: readonly string[];
}

/** The families of the fonts that come with the preview. */
export const OWN_FAMILIES: FamilyLists = {
  "sans-serif": ["Noto Sans", "DejaVu Sans"],
  "serif": ["Noto Serif"],
  "monospace": ["DejaVu Sans Mono"],
};

/**
 * Writes fontconfig's settings for a browser that has the fonts of some folders and no other. How glyphs are drawn is also
 * said there, so that it does not depend on the machine.
 *
 * @param folders absolute paths
 * @param cache the folder of fontconfig's index
 */
export function describeFontSettings(
  folders: readonly string[],
  cache: string,
  families: FamilyLists = OWN_FAMILIES,
): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${escape(folder)}</dir>`).join("\n")}
  <cachedir>${escape(cache)}</cachedir>
  <match target="pattern">
${
    Object.keys(families).map((name) => `    ${family("test", name, 'qual="all" compare="not_eq"')}`).join(
      "\n",
    )
  }
    ${family("edit", "sans-serif", 'mode="append_last"')}
  </match>
${Object.entries(families).map(([name, list]) => describeAlias(name, list)).join("\n")}
  <match target="font">
    <edit name="antialias"><bool>true</bool></edit>
    <edit name="hinting"><bool>true</bool></edit>
    <edit name="hintstyle"><const>hintslight</const></edit>
    <edit name="rgba"><const>none</const></edit>
  </match>
</fontconfig>
`;
}

function describeAlias(name: string, families: readonly string[]): string {
  const list = families.map((each) => `<family>${each}</family>`).join("");
  return `  <alias><family>${name}</family><prefer>${list}</prefer></alias>`;
}

function family(element: "test" | "edit", name: string, attributes: string): string {
  return `<${element} name="family" ${attributes}><string>${name}</string></${element}>`;
}

function escape(path: string): string {
  return path.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
