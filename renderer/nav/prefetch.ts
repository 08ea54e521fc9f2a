import { loadAhead } from '../components/page/part.tsx';
import { allScreens } from '../screens/all-screens.ts';
import type { Screen } from '../screens/index.ts';

/** Loads a screen's file before it is opened. A failure is left to the opening, which tries again and tells. */
export function prefetch(screen: Screen): void {
  loadAhead(screen.load).catch(() => {});
}

/** Safari has no idle callback. */
const whenIdle: (act: () => void) => void = window.requestIdleCallback ?? ((act) => setTimeout(act, 200));

/** The screen that was opened loads first. */
const firstMs = 500;
const lookAgainMs = 100;

/** Whether the browser is asked to save data; only Chromium tells. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Loads all screens' files one after the other while the page has nothing else to do and reads nothing. A browser that
 * saves data loads each screen when it is opened.
 */
export function prefetchAll(isReading: () => boolean): void {
  if (savesData()) return;
  const [...left] = allScreens;
  const next = () => {
    if (isReading()) {
      setTimeout(next, lookAgainMs);
      return;
    }
    const screen = left.shift();
    if (screen)
      loadAhead(screen.load).then(
        () => whenIdle(next),
        () => {},
      );
  };
  setTimeout(() => whenIdle(next), firstMs);
}
