import { lazy, Suspense, useState } from 'react';
import { useHotkeys } from '../hotkeys/use-hotkeys.ts';
import { loadPatiently } from '../page/load-patiently.ts';
import { closePalette, openPalette, useIsPaletteOpen } from './open-palette.ts';

const Palette = lazy(() => loadPatiently(() => import('./palette.tsx')));

/** The palette and its keys; loaded when it is first opened. */
export function PaletteHost() {
  const isOpen = useIsPaletteOpen();
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  useHotkeys([['mod+k', isOpen ? closePalette : openPalette]]);
  // A screen with a search of its own uses this key for it.
  useHotkeys([['/', openPalette]], { isFallback: true });
  return <Suspense>{wasOpen && <Palette isOpen={isOpen} />}</Suspense>;
}
