import type { Target, TargetPage } from './connector.ts';

/** A page of a complete list; the cursor is the index in it. */
export function pageOf(targets: Target[], cursor: string | null, limit: number): TargetPage {
  const start = Number(cursor ?? 0);
  const end = start + limit;
  return { targets: targets.slice(start, end), next: end < targets.length ? String(end) : null };
}
