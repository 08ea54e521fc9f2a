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
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => {}), prefetchAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  useHotkeys([['mod+k', isOpen ? closePalette : openPalette]]);
  // A screen with a search of its own uses this key for it.
  useHotkeys([['/', openPalette]], { isFallback: true });
  return <Suspense>{wasOpen && <Palette isOpen={isOpen} />}</Suspense>;
}
