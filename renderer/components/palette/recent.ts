import { groups } from './entry.ts';

/** What was chosen in the palette, to be offered again. */
export interface Recent {
  /** Kind of what was found, or `screens`; chooses the icon. */
  kind: string;
  title: string;
  href: string;
}

const prefix = 'frontdesk.recent.';
const mostKept = 5;

/** The entries chosen last in a shop, newest first. */
export function readRecent(workspaceId: string): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(prefix + workspaceId) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent) : [];
  } catch {
    return [];
  }
}

const isRecent = (one: Recent): boolean =>
  groups.some((group) => group === one?.kind) && typeof one.title === 'string' && /^\/(?!\/)/.test(one.href);

export function keepRecent(workspaceId: string, recent: Recent): void {
  const others = readRecent(workspaceId).filter(({ href }) => href !== recent.href);
  localStorage.setItem(prefix + workspaceId, JSON.stringify([recent, ...others].slice(0, mostKept)));
}

/** Forgets all of it, when the person signs out: it holds names of customers. */
export function forgetRecent(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
}
