import { AsyncLocalStorage } from "node:async_hooks";

/** The request that is being answered, so that what is logged meanwhile states its id. */
export const currentRequest: AsyncLocalStorage<{ readonly requestId: string }> = new AsyncLocalStorage();
