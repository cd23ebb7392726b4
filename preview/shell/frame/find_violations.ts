import type { AxeResults, ElementContext, RunOptions } from "axe-core";
import { PROTOCOL_PREFIX } from "../../protocol.ts";
import type { Violation } from "../state/shell_state.ts";

interface AxeWindow {
  axe?: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> };
}

let last: Promise<unknown> = Promise.resolve();

/** The rules of axe that an element breaks, with the content of its shadow roots. axe makes one check at a time. */
export function findViolations(element: HTMLElement): Promise<readonly Violation[]> {
  const found = last.then(() => checkElement(element));
  last = found.catch(() => {});
  return found;
}

async function checkElement(element: HTMLElement): Promise<readonly Violation[]> {
  const document = element.ownerDocument;
  await loadAxe(document);
  const { axe } = document.defaultView as AxeWindow;
  const { violations } = await axe!.run(element, { resultTypes: ["violations"], elementRef: true });
  return violations.map(({ id, impact, help, helpUrl, nodes }) => ({
    rule: id,
    impact: impact ?? "minor",
    help,
    helpUrl,
    nodes: nodes.map(({ element, html, failureSummary }) => ({
      html,
      summary: failureSummary ?? "",
      point: () => point(element as HTMLElement | undefined),
    })),
  }));
}

function point(element: HTMLElement | undefined): void {
  element?.scrollIntoView({ block: "center", inline: "nearest" });
  element?.animate([{ outline: "3px solid #d6336c" }, { outline: "3px solid #d6336c" }], 2_000);
}

/** Adds axe to a page, once. */
async function loadAxe(document: Document): Promise<void> {
  if ((document.defaultView as AxeWindow).axe !== undefined) return;
  const script = document.createElement("script");
  script.src = `${PROTOCOL_PREFIX}axe.js`;
  await new Promise<void>((fulfil, reject) => {
    script.onload = () => fulfil();
    script.onerror = () => reject(new Error("Cannot load axe: the preview server does not answer"));
    document.head.append(script);
  });
}
