import { useEffect, useEffectEvent } from 'react';
import type { Draft } from '../draft/draft.ts';
import { triggerId } from '../draft/draft.ts';
import { spotAfter } from '../draft/edit-draft.ts';
import type { BuilderActions } from './builder-context.ts';

const fields = ['INPUT', 'TEXTAREA', 'SELECT'];

/** Whether a key belongs to the flow: not to a field, a menu, a dialog or a text that is selected. */
function isOurs(event: Event): boolean {
  const { target } = event;
  if (event.defaultPrevented || !(target instanceof Element)) return false;
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return false;
  const isTyping = fields.includes(target.tagName) || (target instanceof HTMLElement && target.isContentEditable);
  return !isTyping && (target === document.body || target.closest('[data-flow-view]') !== null);
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/**
 * Keys on the canvas and on the outline. Copy and paste are heard of as such, which needs no permission and no secure
 * page; another flow, another window or a text file may be at the other end.
 */
export function useBuilderKeys(actions: BuilderActions, draft: Draft, selected: string[]): void {
  const last = selected.at(-1) ?? null;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOurs(event) || event.isComposing) return;
    const act = actOf(event);
    if (!act) return;
    event.preventDefault();
    act();
  });
  const actOf = (event: KeyboardEvent): (() => void) | undefined => {
    const { key, altKey, shiftKey } = event;
    if (isMac ? event.metaKey : event.ctrlKey) {
      if (key === 'z') return actions.undo;
      if (key === 'y' || (key.toLowerCase() === 'z' && shiftKey)) return actions.redo;
      if (key === 'd' && selected.length > 0) return () => actions.duplicate(selected);
      return undefined;
    }
    if (last === null || event.metaKey || event.ctrlKey) return undefined;
    if (altKey) {
      if (key === 'ArrowUp' || key === 'ArrowDown') return () => actions.move(last, key === 'ArrowUp' ? -1 : 1);
      return undefined;
    }
    if (key === 'Delete' || key === 'Backspace') return () => actions.remove(selected);
    if (key === 'Insert' || key.toLowerCase() === 'a') return () => actions.askKind(spotAfter(draft, last));
    return undefined;
  };
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    if (!isOurs(event)) return;
    const text = actions.copy(selected.filter((id) => id !== triggerId));
    if (text === null) return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
    if (event.type === 'cut') actions.remove(selected);
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    actions.paste(event.clipboardData?.getData('text/plain') || null);
  });
  useEffect(() => {
    const key = (event: KeyboardEvent) => onKey(event);
    const copy = (event: ClipboardEvent) => onCopy(event);
    const paste = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('keydown', key);
    document.addEventListener('copy', copy);
    document.addEventListener('cut', copy);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('keydown', key);
      document.removeEventListener('copy', copy);
      document.removeEventListener('cut', copy);
      document.removeEventListener('paste', paste);
    };
  }, []);
}
