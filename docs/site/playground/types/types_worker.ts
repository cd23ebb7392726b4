/**
 * The program of the worker that knows the types of a widget. It runs no code of it.
 *
 * @module
 */
import { errorMessage } from "../../../../core/errors/mod.ts";
import type { WorkerMessage } from "../worker_exchange.ts";
import type { TypesRequest, TypesStart } from "./messages.ts";
import { ProjectTypes } from "./project_types.ts";

const { postMessage } = globalThis as unknown as { postMessage(message: WorkerMessage<unknown>): void };

globalThis.addEventListener("message", ({ data }: MessageEvent<TypesStart>) => void start(data), {
  once: true,
});

async function start({ declarations }: TypesStart): Promise<void> {
  try {
    const response = await fetch(declarations);
    if (!response.ok) throw new Error(`the declarations have status ${response.status}`);
    const types = new ProjectTypes(new Map(Object.entries(await response.json())));
    globalThis.addEventListener("message", ({ data }: MessageEvent<TypesRequest>) => answer(types, data));
    postMessage({ answer: null });
  } catch (error) {
    postMessage({ failure: errorMessage(error) });
  }
}

function answer(types: ProjectTypes, request: TypesRequest): void {
  try {
    postMessage({ answer: types.answer(request) });
  } catch (error) {
    postMessage({ failure: errorMessage(error) });
  }
}
