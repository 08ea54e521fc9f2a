import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

const toldForMs = 1_500;

/** Copies a text on `copy`, and says for a moment that it was done; `onRefused` is called when the browser refuses. */
export function useCopy(text: string, onRefused: () => void): { isCopied: boolean; copy(): void } {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), toldForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return { isCopied, copy: () => void copyText(text).then(() => setIsCopied(true), onRefused) };
}
