import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useCopy } from '../../reserved/use-copy.ts';

/** Copies a text, and says so for a moment. */
export function CopyButton({ text }: { text: string }) {
  const [isRefused, setIsRefused] = useState(false);
  const { isCopied, copy } = useCopy(text, () => setIsRefused(true));
  const label = isCopied ? 'Copied' : isRefused ? 'The browser did not copy: select the text instead' : 'Copy';
  return (
    <button type="button" className="icon-button copy" onClick={copy} aria-label={label} title={label}>
      {isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
    </button>
  );
}
