const prefix = 'frontdesk.begun.';

/** Text that was begun in a conversation and not sent; it survives a reload of the page. */
export const readBegun = (conversationId: string): string => localStorage.getItem(prefix + conversationId) ?? '';

export function keepBegun(conversationId: string, text: string): void {
  if (text === '') localStorage.removeItem(prefix + conversationId);
  else localStorage.setItem(prefix + conversationId, text);
}

/** Forgets all of it, when the person signs out. */
export function forgetBegun(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
}
