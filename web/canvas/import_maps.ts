/** The parts of an import map that the canvas reads. */
interface ReadImportMap {
  scopes?: object;
  integrity?: { readonly [url: string]: string };
}

/** The import maps in the page. One that is not a JSON object is skipped, as the browser does: it is the application's. */
export function readImportMaps(): ReadImportMap[] {
  const scripts = [...document.querySelectorAll("script[type=importmap]")];
  return scripts.map(({ textContent }) => parse(textContent)).filter((map) => map !== null);
}

function parse(text: string): ReadImportMap | null {
  try {
    const map = JSON.parse(text);
    return typeof map === "object" ? map : null;
  } catch {
    return null;
  }
}
