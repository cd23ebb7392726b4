import { createIdentityProvider, createSignInAttempts } from "../../../hosts/auth/mod.ts";
import type { WebAppDependencies } from "../../../hosts/routes/mod.ts";
import { startIdentityProvider, type TestIdentityProvider } from "../../packages/mod.ts";
import { listen, type TestServer, upstreamOf } from "./sockets.ts";
import {
  createIdentity,
  createWeb,
  openStores,
  SECRET,
  serveStack,
  type Stack,
  type Stores,
} from "./stack.ts";

const CLIENT_SECRET = "a secret of the web app, long enough";

/** How a site's web app is registered at its provider, and what differs from the default. */
export interface ProviderSiteOptions {
  method?: "client_secret_basic" | "none";
  /** The claim that is the user's id. @default "sub" */
  userClaim?: string;
  /** The server's clock. */
  now?: () => number;
  web?: Partial<WebAppDependencies>;
}

/** The real services, with a web app that signs users in at a real OpenID Connect provider. */
export interface ProviderSite extends AsyncDisposable {
  web: TestServer;
  provider: TestIdentityProvider;
  stores: Stores;
  stack: Stack;
}

/** Starts the services and the provider. */
export async function openProviderSite(options: ProviderSiteOptions = {}): Promise<ProviderSite> {
  const { method = "client_secret_basic", userClaim = "sub", now = Date.now } = options;
  let app: ReturnType<typeof createWeb> | null = null;
  const web = listen((request) => app!.fetch(request));
  const provider = await startIdentityProvider([{
    client_id: "tck",
    ...(method === "none" ? {} : { client_secret: CLIENT_SECRET }),
    token_endpoint_auth_method: method,
    redirect_uris: [`${web.url}/login/callback`],
    post_logout_redirect_uris: [`${web.url}/signed-out`],
  }]);
  const stores = await openStores();
  const identity = createIdentity({ now: now() });
  const stack = serveStack(stores, undefined, identity);
  const registration = {
    issuer: provider.issuer,
    clientId: "tck",
    clientSecret: method === "none" ? null : CLIENT_SECRET,
    scope: "openid email",
    userClaim,
    appUrl: web.url,
  };
  app = createWeb(upstreamOf(stack.cloud), {
    ...identity,
    signIn: {
      kind: "provider",
      provider: createIdentityProvider(registration, now),
      attempts: createSignInAttempts(SECRET, now),
    },
    appUrl: web.url,
    ...options.web,
  });
  return {
    web,
    provider,
    stores,
    stack,
    async [Symbol.asyncDispose]() {
      await web.close();
      await stack.close();
      await stores.close();
      await provider[Symbol.asyncDispose]();
    },
  };
}

/** A browser as far as cookies and redirects go. Cookies do not distinguish ports, as in a browser. */
export class CookieBrowser {
  readonly cookies = new Map<string, string>();

  /** Requests a URL without following redirects. */
  async open(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { Cookie: cookie, ...init.headers };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === "" || /Max-Age=0|Expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name!);
      else this.cookies.set(name!, value!);
    }
    return response;
  }

  /** Posts a form as a page of the URL's origin. */
  post(url: string | URL, fields: Record<string, string> = {}): Promise<Response> {
    return this.open(url, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Origin: new URL(url).origin },
    });
  }

  /** Follows redirects while the URL is not the given path. Returns the last URL and its response. */
  async follow(url: string | URL, until = ""): Promise<{ url: URL; response: Response | null }> {
    let current = new URL(url);
    for (let redirects = 0; redirects < 12; redirects++) {
      if (current.pathname === until) return { url: current, response: null };
      const response = await this.open(current);
      const location = response.headers.get("Location");
      if (location === null) return { url: current, response };
      await response.body?.cancel();
      current = new URL(location, current);
    }
    throw new Error(`Cannot follow ${url}: more than 12 redirects`);
  }

  /** Signs in at the provider's pages, up to the callback, which is not requested. */
  async signInAtProvider(start: URL, user: string): Promise<URL> {
    let { url, response } = await this.follow(start, "/login/callback");
    for (const prompt of ["login", "consent"]) {
      if (response === null) break;
      await response.body?.cancel();
      const answer = await this.post(url, { prompt, login: user, password: "x" });
      await answer.body?.cancel();
      const next = new URL(answer.headers.get("Location")!, url);
      ({ url, response } = await this.follow(next, "/login/callback"));
    }
    if (response === null) return url;
    throw new Error(`Cannot sign in at the provider: ${url} has no callback`);
  }
}
