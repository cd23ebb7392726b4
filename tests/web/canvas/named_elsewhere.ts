import { chromium, type Page } from "playwright-core";
import { launchOptions } from "../../browser/chromium.ts";
import { createTlsIdentity } from "../../servers/tls_certificate.ts";

/** The names of the server: browsers send some requests to a name only, over https and without a port. */
const DOMAIN = "elsewhere.test";

/** A server elsewhere that has names, and a page of a Chromium that finds it under each of them. */
export interface NamedElsewhere {
  readonly page: Page;
  /** Its address, without a port. */
  readonly url: string;
  /** A name of it that holds a text. */
  nameOf(text: string): string;
  /** The requests that it received: the URL of each. */
  readonly received: readonly string[];
}

/** Runs with a server elsewhere that has names. */
export async function withNamedElsewhere(run: (elsewhere: NamedElsewhere) => Promise<void>): Promise<void> {
  const received: string[] = [];
  const identity = await createTlsIdentity([DOMAIN, `*.${DOMAIN}`]);
  const options = { port: 0, hostname: "127.0.0.1", onListen() {}, ...identity };
  const server = Deno.serve(options, ({ url }) => {
    received.push(url);
    return new Response("{}", { headers: { "Access-Control-Allow-Origin": "*" } });
  });
  const launch = await launchOptions();
  const place = `127.0.0.1:${server.addr.port}`;
  const rules = [DOMAIN, `*.${DOMAIN}`].map((name) => `MAP ${name}:443 ${place}`).join();
  const args = [...launch.args, "--ignore-certificate-errors", `--host-resolver-rules=${rules}`];
  const browser = await chromium.launch({ ...launch, args });
  try {
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    await run({ page, url: `https://${DOMAIN}`, nameOf: (text) => `${text}.${DOMAIN}`, received });
  } finally {
    await browser.close();
    await server.shutdown();
  }
}
