import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { NPM_PACKAGES, packPackage } from "../../../hosts/packaging/mod.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The packages of bare Vite, in the compared versions. */
const PACKAGES = {
  "react": "19.3.1",
  "react-dom": "19.3.1",
  "vite": "8.3.8",
  "@vitejs/plugin-react": "6.3.0",
};

/** The packages of other tools, in the compared versions. */
const OTHER_PACKAGES = {
  "@ladle/react": "5.1.1",
  "storybook": "10.6.7",
  "@storybook/react-vite": "10.6.7",
};

/**
 * Installs the packages of the contenders, which takes a minute or two; this project's own are packed first.
 *
 * @param others whether the other tools are among them
 */
export async function installContenders(directory: string, others: boolean): Promise<void> {
  const dependencies = { ...PACKAGES, ...(others && OTHER_PACKAGES), ...await packOwn(directory) };
  const manifest = { name: "contenders", private: true, type: "module", dependencies };
  await writeFile(join(directory, "package.json"), JSON.stringify(manifest));
  await promisify(execFile)("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: directory,
  });
}

/** @returns the tarballs by the names of their packages, as dependencies */
async function packOwn(directory: string): Promise<{ [name: string]: string }> {
  const dependencies: { [name: string]: string } = {};
  for (const npmPackage of NPM_PACKAGES) {
    const { file } = await packPackage(ROOT, npmPackage, directory);
    dependencies[npmPackage.name] = `file:${file}`;
  }
  return dependencies;
}

/** The name of the widget at an index: `001_card`. */
export function widgetName(index: number): string {
  return `${String(index + 1).padStart(3, "0")}_card`;
}

/** The source of the first widget, which is shown and edited. */
export function widgetSource(index: number, text: string): string {
  return `import { useState } from "react";
import "./widget.css";

export const manifest = { id: "card-${index}", title: "Card ${index}", cardType: "feed", sizes: ["fill-auto"] };

const ROWS = Array.from({ length: 12 }, (_, row) => ({ name: \`Row \${row}\`, value: (row * ${
    index + 7
  }) % 100 }));

export default function Card() {
  const [count, setCount] = useState(0);
  return (
    <article className="card">
      <h2>Card ${index}</h2>
      <p data-marker="">{${JSON.stringify(text)}}</p>
      <button type="button" onClick={() => setCount(count + 1)}>{count}</button>
      <ul>{ROWS.map(({ name, value }) => <li key={name}>{name}<meter max={100} value={value} /></li>)}</ul>
    </article>
  );
}
`;
}

const STYLES = `.card { display: grid; gap: 8px; padding: 16px; font: 14px/1.4 system-ui }
.card ul { display: grid; gap: 4px; margin: 0; padding: 0; list-style: none }
.card li { display: flex; justify-content: space-between }
`;

/** Writes a project whose widgets every contender can show. */
export async function writeProject(directory: string, count: number): Promise<void> {
  const files: { [path: string]: string } = { ...VITE_FILES, ...LADLE_FILES, ...STORYBOOK_FILES };
  files["package.json"] = JSON.stringify({ name: "widgets", private: true, type: "module" });
  for (let index = 0; index < count; index++) {
    const name = widgetName(index);
    files[`widgets/${name}/widget.tck.tsx`] = widgetSource(index, "first");
    files[`widgets/${name}/widget.css`] = STYLES;
    files[`stories/${name}.stories.tsx`] = storySource(name);
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
}

/** One story, for Ladle and Storybook. */
function storySource(name: string): string {
  return `import Card from "../widgets/${name}/widget.tck.tsx";
export default { title: "card${name.slice(0, 3)}" };
export const Main = () => <Card />;
`;
}

/** The smallest setup with Vite: one page that imports the widget of its address. */
const VITE_FILES = {
  "vite.config.ts": `import react from "@vitejs/plugin-react";
export default { plugins: [react()], clearScreen: false };
`,
  "index.html": `<!doctype html><div id="root"></div><script type="module" src="/main.tsx"></script>`,
  "main.tsx": `import { createRoot } from "react-dom/client";
const widgets = import.meta.glob("./widgets/*/widget.tck.tsx");
const name = new URLSearchParams(location.search).get("widget");
const { default: Widget } = await widgets[\`./widgets/\${name}/widget.tck.tsx\`]() as { default: () => JSX.Element };
createRoot(document.querySelector("#root")!).render(<Widget />);
`,
};

const LADLE_FILES = {
  ".ladle/config.mjs":
    `export default { stories: "stories/*.stories.tsx", viteConfig: "ladle.vite.config.ts" };`,
  "ladle.vite.config.ts": `export default { clearScreen: false, server: { fs: { allow: [".."] } } };`,
};

const STORYBOOK_FILES = {
  ".storybook/main.ts": `export default {
  stories: ["../stories/*.stories.tsx"],
  framework: "@storybook/react-vite",
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};
`,
};
