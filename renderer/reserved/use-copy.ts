import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

const toldForMs = 1_500;

/** Returns `copy`, with a flag that is true briefly after a copy; calls `onRefused` if the browser refuses. */
export function useCopy(text: string, onRefused: () => void): { isCopied: boolean; copy(): void } {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), toldForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return { isCopied, copy: () => void copyText(text).then(() => setIsCopied(true), onRefused) };
}
