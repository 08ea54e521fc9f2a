import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Message } from '../types.ts';
import type { Thread } from './thread.ts';

const shownForMs = 2_500;

/**
 * Goes to the message that the address names, as `?message=msg_…`: loads the thread back to it, scrolls there and marks
 * it for a moment. A message that is too old stays unloaded; then the thread stays where it is.
 */
export function useJump(
  conversationId: string,
  thread: Thread | undefined,
  loadUntil: (id: string) => Promise<boolean>,
): void {
  const [path, navigate] = useLocation();
  const named = new URLSearchParams(useSearch()).get('message');
  // The address names the next conversation already while this one is still shown.
  const wanted = path === `/inbox/${conversationId}` ? named : null;
  const isLoaded = thread !== undefined;
  const begun = useRef<string | null>(null);
  useEffect(() => {
    if (wanted === null || !isLoaded || begun.current === wanted) return;
    begun.current = wanted;
    const found = loadUntil(wanted).catch(() => false);
    found.then((isFound) => {
      begun.current = null;
      navigate(path, { replace: true });
      // The thread shows what was loaded in the next frame.
      if (isFound) requestAnimationFrame(() => requestAnimationFrame(() => showMessage(wanted)));
    });
  }, [wanted, isLoaded, loadUntil, navigate, path]);
}

/** Scrolls to a message that is shown, and marks it. */
export function showMessage(id: Message['id']): void {
  const article = document.getElementById(id);
  if (!article) return;
  article.scrollIntoView({ block: 'center' });
  article.dataset.found = '';
  setTimeout(() => delete article.dataset.found, shownForMs);
}
