import { loadAhead } from '../components/page/part.tsx';
import { type Screen, screens } from '../screens/index.ts';

/** Loads a screen's file before it is opened. A failure is left to the opening, which tries again and tells. */
export function prefetch(screen: Screen): void {
  loadAhead(screen.load).catch(() => {});
}

/** Safari has no idle callback. */
const whenIdle: (act: () => void) => void = window.requestIdleCallback ?? ((act) => setTimeout(act, 200));

/** Loads all screens' files one after the other while the page has nothing else to do. */
export function prefetchAll(): void {
  const [...left] = screens;
  const next = () => {
    const screen = left.shift();
    if (screen)
      loadAhead(screen.load).then(
        () => whenIdle(next),
        () => {},
      );
  };
  whenIdle(next);
}
