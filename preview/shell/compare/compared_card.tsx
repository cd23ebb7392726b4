import { type ReactElement, useMemo, useState } from "react";
import { bundleCardKey, liveCardKey } from "../state/card_key.ts";
import { useShell, useShellDependencies } from "../shell_context.ts";
import { CardFrame, FRAME_PAGE, frameLocale } from "../frame/card_frame.tsx";
import type { FrameView } from "../frame/frame_channel.ts";
import { hrefFor } from "../state/navigation.ts";
import type { CompareChoice, CompareSubject } from "./choices.ts";

interface ComparedCardProps {
  /** Which of the cards it is, from 0. */
  readonly place: number;
  readonly choice: CompareChoice;
  readonly subject: CompareSubject;
}

/** One of the cards side by side, in a frame, since a page has one theme. */
export function ComparedCard({ place, choice, subject }: ComparedCardProps): ReactElement {
  const { store } = useShellDependencies();
  const widget = choice.variant.widget ?? subject.widget;
  const view = useComparedView(choice, subject, widget);
  const [address] = useState(() => {
    const { theme, size, state, stateData } = view.url;
    return hrefFor(store.getState(), {
      ...FRAME_PAGE,
      widget,
      theme,
      size,
      state,
      stateData,
      locale: frameLocale(view.languages),
    });
  });
  return (
    <figure className="shell-compared" data-choice={choice.id}>
      <figcaption>{choice.label}</figcaption>
      <CardFrame place={place} address={address} view={view} size={view.url.size} title={choice.label} />
    </figure>
  );
}

/** A card of a widget whose manifest is not known yet: its frame says it, since this page does not load the widget. */
export function FirstCard({ widget }: { widget: string }): ReactElement {
  const { store } = useShellDependencies();
  const url = useShell((state) => state.url);
  const languages = useShell((state) => state.languages);
  const view = useMemo(() => {
    const { theme, size, state, stateData, direction, overlay, motion, contrast } = url;
    const shown = { theme, size, state, stateData, direction, overlay, motion, contrast };
    return { url: shown, languages, slots: null };
  }, [url, languages]);
  const [address] = useState(() => hrefFor(store.getState(), { ...FRAME_PAGE, widget }));
  return <CardFrame place={0} address={address} view={view} size={null} title={widget} />;
}

function useComparedView(
  { variant }: CompareChoice,
  { manifest }: CompareSubject,
  widget: string,
): FrameView {
  const url = useShell((state) => state.url);
  const languages = useShell((state) => variant.languages ?? state.languages);
  const bundle = useShell(({ server }) => server.bundles?.find(({ id }) => id === widget));
  const card = bundle === undefined ? liveCardKey(widget) : bundleCardKey(bundle, null);
  const values = useShell(({ slotOverrides }) => slotOverrides.get(card));
  return useMemo(() => {
    const { theme, size, state, direction, overlay, motion, contrast } = url;
    const shown = variant.size ?? manifest.sizes.find((declared) => declared === size) ?? manifest.sizes[0]!;
    const known = state !== null && Object.hasOwn(manifest.states ?? {}, state) ? state : null;
    return {
      url: {
        theme: variant.theme ?? theme,
        size: shown,
        state: variant.state === undefined ? known : variant.state,
        // The changes belong to the state of the address.
        stateData: variant.state === undefined ? url.stateData : null,
        direction,
        overlay,
        motion,
        contrast,
      },
      languages,
      slots: values === undefined ? null : { card, values },
    };
  }, [url, languages, values, card, variant, manifest]);
}
