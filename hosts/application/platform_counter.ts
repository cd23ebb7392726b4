import type { RequestCounter } from "../routes/public/rate_limit.ts";

/** The rate limiting of Cloudflare, as the binding of a worker. */
export interface RateLimitBinding {
  /** Counts one request of a key, in the data centre that answers it. */
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** The longest window that the platform offers, in seconds. */
const MAX_WINDOW_SECONDS = 60;

/** Counts requests by the platform, which reports neither its limit nor what is left. */
export function countByPlatform(binding: RateLimitBinding): RequestCounter {
  return {
    async count(userId) {
      const { success } = await binding.limit({ key: userId });
      return { isExceeded: !success, resetSeconds: MAX_WINDOW_SECONDS, window: null };
    },
  };
}
