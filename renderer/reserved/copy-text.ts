/** Copies a text to the clipboard; call it in a click handler. Throws if the browser refuses. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Plain http pages have no clipboard API; on other pages a person or a policy may have denied it.
    if (!copyByCommand(text)) throw new Error('The browser did not copy the text');
  }
}

/**
 * Selects the text off screen and runs the browser's `copy` command. Keeps the focus, so it works in dialogs. Returns
 * false if the browser refuses, or reports success without requesting the text.
 */
function copyByCommand(text: string): boolean {
  let isCopied = false;
  const give = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
    isCopied = event.clipboardData !== null;
  };
  // Browsers run the command only while something is selected.
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
