import { resolve } from "node:path";
import { createChatView, readChatCard } from "../../../preview/server/chat/mod.ts";
import { createFeedPage } from "../../../preview/server/feed_page/mod.ts";
import { DEFAULT_LIMITS, openPreviewModel, type PreviewModel } from "../../../preview/server/model/mod.ts";
import type { PreviewChange, PreviewLimits, PreviewModelOptions } from "../../../preview/server/model/mod.ts";
import { reviewFoldersOf, ReviewSession, ReviewStore } from "../../../preview/server/review/mod.ts";
import { createRemoteFetch, type RemoteFetchOptions } from "../../../preview/server/remote/fetch_remote.ts";
import { createProtocolRoutes, type ProtocolRoutes } from "../../../preview/server/routes/protocol_routes.ts";

/** How a session is opened. */
export interface PreviewSessionOptions extends Omit<PreviewModelOptions, "limits"> {
  readonly limits?: Partial<PreviewLimits> | undefined;
  readonly allowPrivateFetch?: boolean | undefined;
  readonly resolveHost?: RemoteFetchOptions["resolve"];
}

/** The model of a preview and the routes over it, without the gateway and the dev server. */
export interface PreviewSession extends PreviewModel {
  handle: ProtocolRoutes;
  /** Calls back with each change of one type. @returns ends the subscription */
  onChange(type: PreviewChange["type"], listener: () => void): () => void;
}

/** Opens a session on a project. */
export async function openPreviewSession(options: PreviewSessionOptions = {}): Promise<PreviewSession> {
  const { allowPrivateFetch = false, resolveHost, ...rest } = options;
  const model = await openPreviewModel(rest);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const fetchRemote = createRemoteFetch(limits, { allowPrivate: allowPrivateFetch, resolve: resolveHost });
  const project = resolve(options.projectDirectory ?? ".");
  const handle = createProtocolRoutes({
    model,
    limits,
    fetchRemote,
    sharedModuleUrl: (specifier) => specifier,
    mapStack: () => Promise.resolve([]),
    takePicture: () => Promise.reject(new Error("a session has no address to take pictures of")),
    createChatView,
    readChatCard: (request) => readChatCard(model, request),
    createFeedPage: (request) => createFeedPage(model, request),
    openReview: () =>
      Promise.resolve(new ReviewSession(new ReviewStore(reviewFoldersOf(project)), { isAwaited: false })),
    report: options.report ?? (() => {}),
  });
  const onChange: PreviewSession["onChange"] = (type, listener) =>
    model.subscribe((change) => change.type === type && listener());
  return new Proxy(model as PreviewSession, {
    get(target, name) {
      if (name === "handle") return handle;
      if (name === "onChange") return onChange;
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
