import type { Key } from './queries.ts';

export type KeyState = 'active' | 'ending' | 'expired' | 'revoked';

const soonMs = 7 * 24 * 3_600_000;

/** Current state of a key. */
export function stateOf({ revokedAt, expiresAt }: Key): KeyState {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt === null) return 'active';
  const leftMs = Date.parse(expiresAt) - Date.now();
  if (leftMs <= 0) return 'expired';
  return leftMs < soonMs ? 'ending' : 'active';
}

export const isGood = (key: Key): boolean => ['active', 'ending'].includes(stateOf(key));
