/**
 * The program of the worker that compiles and checks widgets: what `web/bundler/compiler_process_main.ts` does on a machine.
 * It runs no code of a widget.
 *
 * @module
 */
import { initialize } from "esbuild-wasm";
import initialiseLightning from "lightningcss-wasm";
import { errorMessage } from "../../../../core/errors/mod.ts";
import { runTask } from "../../../../web/bundler/compiler_process/mod.ts";
import { memoryFiles } from "./browser_host.ts";
import { createGoFileSystem } from "./go_file_system.ts";
import type { WorkerMessage } from "../worker_exchange.ts";
import {
  type CompilerParts,
  type CompilerRequest,
  type CompilerStart,
  PROJECT_FOLDER,
  type ProjectFiles,
} from "./messages.ts";

// esbuild looks for it when it starts.
Object.assign(globalThis, { fs: createGoFileSystem(memoryFiles) });

const { postMessage } = globalThis as unknown as { postMessage(message: WorkerMessage<unknown>): void };

globalThis.addEventListener("message", ({ data }: MessageEvent<CompilerStart>) => void start(data), {
  once: true,
});

async function start({ parts }: CompilerStart): Promise<void> {
  try {
    // In this worker, so that it shares the files with the plugins.
    await initialize({ wasmURL: parts.esbuild, worker: false });
    globalThis.addEventListener(
      "message",
      ({ data }: MessageEvent<CompilerRequest>) => void answer(data, parts),
    );
    postMessage({ answer: null });
    loadLightning(parts).catch(() => {}); // The first widget has CSS, and the visitor reads meanwhile.
  } catch (error) {
    postMessage({ failure: errorMessage(error) });
  }
}

async function answer({ files, source }: CompilerRequest, parts: CompilerParts): Promise<void> {
  try {
    if (mayHoldStyles(files)) await loadLightning(parts);
  } catch (error) {
    return postMessage({ failure: errorMessage(error) });
  }
  memoryFiles.set(new Map(Array.from(files, ([path, content]) => [`${PROJECT_FOLDER}/${path}`, content])));
  postMessage({ answer: await runTask({ task: "check", source }) });
}

let lightning: Promise<unknown> | null = null;

function loadLightning(parts: CompilerParts): Promise<unknown> {
  lightning ??= initialiseLightning(new URL(parts.lightningcss));
  lightning.catch(() => lightning = null);
  return lightning;
}

/** Whether lightningcss is needed: it is as large as esbuild, and a widget without CSS does without it. */
function mayHoldStyles(files: ProjectFiles): boolean {
  const decoder = new TextDecoder();
  return Array.from(files).some(([path, content]) =>
    path.endsWith(".css") || decoder.decode(content).includes("css")
  );
}
