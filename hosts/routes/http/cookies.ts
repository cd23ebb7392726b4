import type { Context } from "hono";

/** Whether browsers reach the application over TLS. Behind a proxy that terminates it, only the public URL says so. */
export function isSecure(context: Context, appUrl: string | null): boolean {
  return new URL(appUrl ?? context.req.url).protocol === "https:";
}

/**
 * The name of a cookie that only this host may have set. Over TLS it has the prefix `__Host-`: a browser accepts that from
 * this host alone, for all its paths and over TLS. Without TLS a browser rejects the prefix.
 */
export function hostCookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

/** The attributes of a cookie that scripts and other sites cannot use. */
export function hiddenCookie(secure: boolean): { httpOnly: true; sameSite: "Lax"; secure: boolean } {
  return { httpOnly: true, sameSite: "Lax", secure };
}

/** The cookies of a request in their order, unparsed: hono's parser keeps only the first of a name. */
export function splitCookies(context: Context): { name: string; value: string }[] {
  return (context.req.header("Cookie") ?? "").split(";").map((pair) => {
    const [name, ...value] = pair.split("=");
    return { name: name!.trim(), value: value.join("=").trim() };
  });
}
