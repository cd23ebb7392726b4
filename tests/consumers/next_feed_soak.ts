import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openChromium } from "../browser/chromium.ts";
import { printedBy, runProcess } from "../runtimes/process.ts";
import { findNode } from "../packages/mod.ts";
import { until } from "../waiting/mod.ts";
import { openSignedIn, SealedSite } from "../web/canvas/sealed_site.ts";
import { findTarball } from "./npm_packages.ts";

/** The application's files. Its pages are rendered on the server. */
const FILES: { readonly [path: string]: string } = {
  "package.json": JSON.stringify({ private: true, type: "module" }),
  "app/layout.jsx": `
    export const metadata = { title: "Application" };
    export default ({ children }) => <html lang="en"><body>{children}</body></html>;`,
  "app/page.jsx": `
    import Link from "next/link";
    import { DailyPage } from "./daily_page";
    export default function Page() { return <main><DailyPage /><Link href="/away">Leave</Link></main>; }`,
  "app/away/page.jsx": `
    import Link from "next/link";
    export default function Page() { return <main><p>Away</p><Link href="/">Return</Link></main>; }`,
  "app/daily_page.jsx": `
    "use client";
    import { mountFeed } from "@tck/feed";
    import { useEffect, useRef } from "react";
    export function DailyPage() {
      const element = useRef(null);
      useEffect(() => {
        const canvas = new URLSearchParams(location.search).get("canvas") ?? undefined;
        return mountFeed(element.current, { canvas }).unmount;
      }, []);
      return <div ref={element} />;
    }`,
};

const CARD = `
  import { createElement } from "react";
  export default () => createElement("p", null, "a card");`;

Deno.test("an application with Next.js renders on the server, and mounts and unmounts both canvases", async (t) => {
  const site = await SealedSite.open("sealed");
  const folder = await mkdtemp(join(tmpdir(), "tck-next-"));
  const port = await findPort();
  let server: Deno.ChildProcess | null = null;
  const browser = await openChromium();
  try {
    await site.addBatch([{ module: CARD }]);
    await writeApplication(folder, site.origin);
    const node = await findNode();
    const next = join(folder, "node_modules/next/dist/bin/next");
    printedBy(await runProcess(node, [next, "build"], { cwd: folder }));
    const args = [next, "start", "--port", `${port}`, "--hostname", "127.0.0.1"];
    server = new Deno.Command(node, { args, cwd: folder, stdout: "null", stderr: "null" }).spawn();
    const origin = `http://127.0.0.1:${port}`;
    await until(
      "the application answers",
      () => fetch(origin).then((answer) => answer.ok, () => false),
      60_000,
    );
    const context = await openSignedIn(browser, site);
    for (const canvas of ["sealed", "open"]) {
      await t.step(canvas, async () => {
        const page = await context.newPage();
        const errors: string[] = [];
        page.on("pageerror", ({ message }) => errors.push(message));
        page.on("console", (message) => {
          // Neither the application nor the bundle has them.
          const isAbsent = /\/(favicon\.ico|widget\.[a-z.]*css)$/.test(message.location().url);
          if (message.type() === "error" && !isAbsent) {
            errors.push(`${message.text()} ${message.location().url}`);
          }
        });
        await page.goto(`${origin}/?canvas=${canvas}`);
        const cards = canvas === "sealed" ? page.frameLocator("iframe").frameLocator("iframe") : page;
        await cards.getByText("a card").waitFor();
        await page.getByRole("link", { name: "Leave" }).click();
        await page.getByText("Away").waitFor();
        assert.equal(await page.locator("iframe, article").count(), 0);
        await page.getByRole("link", { name: "Return" }).click();
        await page.frameLocator("iframe").frameLocator("iframe").getByText("a card").waitFor();
        assert.deepEqual(errors, []);
        await page.close();
      });
    }
  } finally {
    server?.kill();
    await server?.status;
    await browser.close();
    await site.close();
    await rm(folder, { recursive: true });
  }
});

async function writeApplication(folder: string, origin: string): Promise<void> {
  const config = `export default {
    rewrites: () => ["/__tck/v1", "/api/daily-pages/v2", "/api/widgets/v1"].map((path) => ({
      source: path + "/:path*", destination: ${JSON.stringify(origin)} + path + "/:path*",
    })),
  };`;
  await mkdir(join(folder, "app/away"), { recursive: true });
  for (const [path, text] of Object.entries({ ...FILES, "next.config.mjs": config })) {
    await writeFile(join(folder, path), text);
  }
  const tarball = await findTarball("@tck/feed", folder);
  const flags = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  const packages = ["next@16.4.6", "react@19.3.1", "react-dom@19.3.1", tarball];
  printedBy(await runProcess("npm", ["install", ...flags, ...packages], { cwd: folder }));
}

function findPort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    })
  );
}
