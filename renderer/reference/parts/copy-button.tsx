import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

const thankedMs = 1_500;

/** Copies a text, and says so for a moment. */
export function CopyButton({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), thankedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await copyText(text);
    setIsCopied(true);
  };
  return (
    <button type="button" className="icon-button copy" onClick={copy} aria-label={isCopied ? 'Copied' : 'Copy'}>
      {isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
    </button>
  );
}

/** Browsers offer the clipboard to secure pages only, and a shop's network may be without TLS. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
