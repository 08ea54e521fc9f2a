/** Copies a text to the clipboard, from the handler of a click. Throws when the browser refuses. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages of plain http have no clipboard; elsewhere a person or a policy may have refused it.
    if (!copyByCommand(text)) throw new Error('The browser did not copy the text');
  }
}

/**
 * Selects the text outside the screen and gives the browser's own command to copy. The focus stays where it is, so that
 * it works in a dialog. Returns false when the browser refuses, or reports success without asking for the text.
 */
function copyByCommand(text: string): boolean {
  let isCopied = false;
  const give = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    isCopied = event.clipboardData !== null;
  };
  // The command is allowed only while something is selected.
  const marked = document.createElement('span');
  marked.textContent = text;
  marked.ariaHidden = 'true';
  Object.assign(marked.style, { position: 'fixed', top: '0', clipPath: 'inset(50%)', userSelect: 'text' });
  document.body.append(marked);
  getSelection()?.selectAllChildren(marked);
  document.addEventListener('copy', give, { capture: true });
  const isAllowed = document.execCommand('copy');
  document.removeEventListener('copy', give, { capture: true });
  getSelection()?.removeAllRanges();
  marked.remove();
  return isAllowed && isCopied;
}
