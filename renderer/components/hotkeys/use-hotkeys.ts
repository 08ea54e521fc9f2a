import { useEffect, useEffectEvent } from 'react';

/** A key by what it types (`j`, `/`, `?`), with `mod+` for Ctrl, on a Mac ⌘; and what it does. */
export type Hotkey = readonly [key: string, act: () => void];

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Name of the key that `mod+` stands for. */
export const modName = isMac ? '⌘' : 'Ctrl';

/**
 * Keyboard shortcuts of a screen. Those without `mod+` are off while typing and while a dialog is open. `isFallback`
 * leaves a key to whatever else on the page has a use for it.
 */
export function useHotkeys(hotkeys: readonly Hotkey[], { isFallback = false } = {}): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const hotkey = hotkeys.find(([key]) => matches(key, event) && (key.startsWith('mod+') || !isBusy(event)));
    if (!hotkey) return;
    event.preventDefault();
    hotkey[1]();
  });
  useEffect(() => {
    // The window hears of a key after the document.
    const target = isFallback ? window : document;
    const onKeyDown = (event: Event) => act(event as KeyboardEvent);
    target.addEventListener('keydown', onKeyDown);
    return () => target.removeEventListener('keydown', onKeyDown);
  }, [isFallback]);
}

/**
 * Compares what the key types, not where it is: `/` is Shift+7 on Spanish and Portuguese keyboards. So Shift counts only
 * for letters, and AltGr, which Windows reports as Ctrl+Alt, for nothing.
 */
function matches(hotkey: string, event: KeyboardEvent): boolean {
  const [key, needsMod] = hotkey.startsWith('mod+') ? [hotkey.slice(4), true] : [hotkey, false];
  if (event.key.toLowerCase() !== key) return false;
  if (event.shiftKey && /^\p{L}$/u.test(key)) return false;
  if (event.getModifierState('AltGraph')) return !needsMod;
  const { ctrlKey, metaKey, altKey } = event;
  const [mod, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  return mod === needsMod && !other && !altKey;
}

/** Fields that take letters; a box that is ticked takes none. */
const fields = 'input:not([type="checkbox"], [type="radio"]), textarea, select';

function isBusy({ target }: KeyboardEvent): boolean {
  const isTyping = target instanceof HTMLElement && (target.isContentEditable || target.matches(fields));
  return isTyping || document.querySelector('[role="dialog"]') !== null;
}
