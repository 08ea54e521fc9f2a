import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

function change(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Opens the palette, in which one searches the shop, goes to a screen or does something. */
export const openPalette = (): void => change(true);

export const closePalette = (): void => change(false);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useIsPaletteOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen);
