import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { DailyHost } from "@tck/kit/host";
import type { HostControl } from "@tck/kit/host-mount";
import type { Batch } from "../../../../core/feed/mod.ts";
import { CanvasSession } from "../../session/canvas_session.ts";
import type { CardEvent } from "../../card_events.ts";
import { Feed, type FeedReader } from "../../feed.tsx";
import type { PageCards, PageSettings } from "../page_content.ts";
import { ScriptSource } from "./script_source.ts";

/** Shows cards in the page. Cards that are shown later replace the former ones. */
export class CardFeed {
  readonly #element: HTMLElement;
  readonly #root: Root;
  readonly #control: HostControl;
  #reader: FeedReader;
  #count = 0;

  constructor(element: HTMLElement, control: HostControl, settings: PageSettings) {
    this.#element = element;
    this.#root = createRoot(element);
    this.#control = control;
    this.#reader = { datesOnly: true };
    this.setReader(settings);
  }

  /** Sets for whom the next cards are shown. What is null or left out stays as it is. */
  setReader({ locales, timeZone }: Partial<Pick<PageSettings, "locales" | "timeZone">>): void {
    this.#reader = {
      ...this.#reader,
      ...locales && { locale: locales },
      ...timeZone && { timeZone },
    };
  }

  /** Shows cards. Returns what became of each, in their order, when all are painted: then the element has `data-state="ready"`. */
  async show({ widgets, bundles }: PageCards): Promise<CardEvent[]> {
    this.#element.dataset.state = "loading";
    const events = new Map<string, CardEvent>();
    const painted = Promise.withResolvers<void>();
    const session = new CanvasSession({
      host: new DailyHost({ source: new ScriptSource(bundles) }),
      loadBatches: () => Promise.resolve([{ ...NO_BATCH, widgets: [...widgets] }]),
      signIn: () => false,
      // A frame that becomes as high as its cards is not yet.
      height: screen.availHeight,
      onCard: (event) => void events.set(event.widgetId, event),
      // Nobody waits until the page rests.
      onPainted: (isComplete) => (isComplete || events.size >= widgets.length) && painted.resolve(),
    });
    this.#root.render(
      <StrictMode key={++this.#count}>
        <Feed session={session} control={this.#control} reader={this.#reader} />
      </StrictMode>,
    );
    void session.load(); // Never rejects.
    await painted.promise;
    this.#element.dataset.state = "ready";
    return widgets.flatMap(({ id }) => events.get(id) ?? []);
  }
}

/** The cards of a page belong to a batch that nothing reads. */
const NO_BATCH: Omit<Batch, "widgets"> = {
  batchId: "",
  localDate: "",
  kind: "morning_brief",
  committedAt: "",
};
