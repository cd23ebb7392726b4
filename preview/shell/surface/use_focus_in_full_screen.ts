import { type RefObject, useEffect, useRef } from "react";

/** The control that had the focus is not shown when the full screen begins or ends. */
export function useFocusInFullScreen(isFullScreen: boolean, main: RefObject<HTMLElement | null>): void {
  const was = useRef(isFullScreen);
  useEffect(() => {
    if (was.current !== isFullScreen) main.current?.focus();
    was.current = isFullScreen;
  }, [isFullScreen, main]);
}
