/**
 * Imports a module of the dev server by its exact URL. The URL is made absolute, because Vite adds a query to relative
 * ones: Vite's own client imports without that query, and each URL has its own module object.
 *
 * @param url the path of the module from the server's root
 * @param version the time of the change or of the retry, in milliseconds since 1970: a browser does not import a failed
 *   URL again
 */
export async function importModule(url: string, version?: number): Promise<unknown> {
  const address = new URL(url, document.baseURI);
  // Vite expects this parameter first.
  if (version !== undefined) address.search = `?t=${version}${address.search.replace("?", "&")}`;
  return await import(/* @vite-ignore */ address.href);
}

/** Whether a module could not be loaded, which is all that a browser says. Otherwise the module has thrown. */
export function isImportFailure(error: unknown): boolean {
  return error instanceof TypeError &&
    /dynamically imported module|Importing a module script/.test(error.message);
}
