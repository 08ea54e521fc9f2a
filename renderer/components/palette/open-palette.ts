import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

function change(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

let typedAhead = '';

/** Keeps what is typed before the palette's field is there. */
function typeAhead(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key.length !== 1 || ctrlKey || metaKey || altKey) return;
  typedAhead += key;
  event.preventDefault();
  event.stopPropagation();
}

/** What was typed since the palette opened; from now on its field has the keys. */
export function takeTypedAhead(): string {
  removeEventListener('keydown', typeAhead, true);
  const typed = typedAhead;
  typedAhead = '';
  return typed;
}

/** Opens the palette, in which one searches the shop, goes to a screen or does something. */
export function openPalette(): void {
  addEventListener('keydown', typeAhead, true);
  change(true);
}

export function closePalette(): void {
  takeTypedAhead();
  change(false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useIsPaletteOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen);
