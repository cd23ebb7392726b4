import type { StoredApplication } from "../../core/contract/mod.ts";

/** What the web app has written before this script. No other script can change it, unlike what is stored. */
declare const tckApplication: StoredApplication;

export const application = tckApplication;
