import type { AxeResults, ElementContext, RunOptions } from "axe-core";
import { PROTOCOL_PREFIX } from "../../protocol.ts";

/** A rule of axe that a card breaks. */
export interface Violation {
  readonly rule: string;
  /** `minor`, `moderate`, `serious` or `critical`. */
  readonly impact: string;
  readonly help: string;
  readonly helpUrl: string;
  readonly nodes: readonly {
    readonly element: HTMLElement | null;
    readonly html: string;
    readonly summary: string;
  }[];
}

/** A page with axe. */
interface AxeWindow {
  axe?: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> };
}

/** The rules of axe that an element breaks, with the content of its shadow roots. */
export async function findViolations(element: HTMLElement): Promise<readonly Violation[]> {
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
      element: element instanceof Object ? element as HTMLElement : null,
      html,
      summary: failureSummary ?? "",
    })),
  }));
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
