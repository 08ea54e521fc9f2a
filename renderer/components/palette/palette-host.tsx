import { lazy, Suspense, useEffect, useState } from 'react';
import { useHotkeys } from '../hotkeys/use-hotkeys.ts';
import { loadPatiently } from '../page/load-patiently.ts';
import { closePalette, openPalette, useIsPaletteOpen } from './open-palette.ts';

const load = () => import('./palette.tsx');
const Palette = lazy(() => loadPatiently(load));
/** After the screen itself. */
const prefetchAfterMs = 1_500;

/** The palette and its keys; loaded ahead of its use, so that it opens while the server is away. */
export function PaletteHost() {
  const isOpen = useIsPaletteOpen();
  const [isMounted, setIsMounted] = useState(false);
  if (isOpen && !isMounted) setIsMounted(true);
  useEffect(() => {
    const prefetch = () =>
      load().then(
        () => setIsMounted(true),
        () => {},
      );
    const timer = setTimeout(prefetch, prefetchAfterMs);
    return () => clearTimeout(timer);
  }, []);
  useHotkeys([['mod+k', isOpen ? closePalette : openPalette]]);
  // A screen with a search of its own uses this key for it.
  useHotkeys([['/', openPalette]], { isFallback: true });
  return <Suspense>{isMounted && <Palette isOpen={isOpen} />}</Suspense>;
}
