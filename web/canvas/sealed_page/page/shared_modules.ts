import React from "react";
import * as jsxRuntime from "react/jsx-runtime";
import * as ReactDOM from "react-dom";
import * as kit from "@tck/kit";
import { keepElementsInCard } from "../../../card-elements/mod.ts";
import { SHARED_SPECIFIERS } from "../../../../core/contract/mod.ts";

/** One module serves all of React (`react_runtime.ts`), and its default export holds the names of all. */
const all: { [name: string]: unknown } = { ...React, ...jsxRuntime, ...ReactDOM };
const runtime: { [name: string]: unknown } = { ...all, ...keepElementsInCard(all) };
delete runtime.default;
const react = { ...runtime, default: runtime };

/** The modules that a widget may import, by specifier. Each is what the import map of a page would give. */
export const SHARED_MODULES: { readonly [specifier: string]: object } = Object.freeze(
  Object.fromEntries(
    SHARED_SPECIFIERS.filter(({ widget }) => widget)
      .map(({ specifier, asset }) => [specifier, Object.freeze(asset === "tck.mjs" ? { ...kit } : react)]),
  ),
);
