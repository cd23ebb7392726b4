import { useShell, useShellDependencies } from "../shell_context.ts";
import { storeOpenPanels } from "../state/preferences.ts";

/** Whether the reader has opened or closed a part of the page, which is stored for the next visit. */
export function usePanelOpen(
  id: string,
  isInitiallyOpen: boolean,
): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const { store, storage } = useShellDependencies();
  const isOpen = useShell(({ openPanels }) => openPanels[id] ?? isInitiallyOpen);
  const setOpen = (next: boolean) => {
    if (next === isOpen) return;
    const openPanels = { ...store.getState().openPanels, [id]: next };
    store.setState({ openPanels });
    storeOpenPanels(storage, openPanels);
  };
  return [isOpen, setOpen];
}
