import { systemClock } from "../../../hosts/time/mod.ts";
import { fetchOnce } from "../../../hosts/deno/deno_host.ts";
import type { ObjectStoreSettings, S3Credentials } from "../../../hosts/objects/mod.ts";

/** What the command line gives to `openObjectStore`. */
export function objectStoreSettings(dataDir: string, credentials?: S3Credentials): ObjectStoreSettings {
  const settings: { readonly [name: string]: string | undefined } = {
    AWS_ACCESS_KEY_ID: credentials?.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials?.secretAccessKey,
    AWS_SESSION_TOKEN: credentials?.sessionToken,
  };
  return { dataDir, clock: systemClock, fetchOnce, read: (name) => settings[name] };
}
