import type { Target, TargetPage } from './connector.ts';

/** A page of a list that is known as a whole; the cursor is the place in it. */
export function pageOf(targets: Target[], cursor: string | null, limit: number): TargetPage {
  const start = Number(cursor ?? 0);
  const end = start + limit;
  return { targets: targets.slice(start, end), next: end < targets.length ? String(end) : null };
}
