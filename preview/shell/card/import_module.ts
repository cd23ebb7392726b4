/**
 * Imports a module of the dev server by its very address. An absolute one goes past Vite, which adds a query to a
 * relative one: the module of an address is one object, and the dev server's own client imports without that query.
 *
 * @param url the address, from the server's root
 * @param version when the module changed, or another attempt was begun, in milliseconds since 1970: a browser keeps a
 *   module that it could not load
 */
export async function importModule(url: string, version?: number): Promise<unknown> {
  const address = new URL(url, location.href);
  // The parameter's place is the dev server's own, in front.
  if (version !== undefined) address.search = `?t=${version}${address.search.replace("?", "&")}`;
  return await import(/* @vite-ignore */ address.href);
}
