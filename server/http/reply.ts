import { hash } from 'node:crypto';
import { Problem } from '../platform/problem.ts';

/** A JSON response ready to be sent, or stored for a replay. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | null;
  replayed?: boolean;
}

/** The strong entity tag of a representation. */
export const etagOf = (body: string): string => `"${hash('sha1', body, 'base64url')}"`;

const listsTag = (header: string, tag: string): boolean =>
  header.trim() === '*' || header.split(',').some((entry) => entry.trim() === tag);

/** Throws 412 when `If-Match` does not match the current state of the resource. */
export function assertMatch(ifMatch: string | undefined, present: string): void {
  if (ifMatch === undefined || listsTag(ifMatch, present)) return;
  const isWeak = listsTag(ifMatch, `W/${present}`);
  const detail = isWeak
    ? 'A proxy made the tag weak, which If-Match does not compare (RFC 9110, 13.1.1): send it without W/'
    : 'The resource has changed since it was read: read it again';
  throw new Problem('precondition_failed', detail, { headers: { ETag: present } });
}

/** Whether the caller already has this state; weak tags compare equal here (RFC 9110, 13.1.2). */
export const isUnchanged = (ifNoneMatch: string | undefined, present: string | undefined): boolean =>
  ifNoneMatch !== undefined && present !== undefined && listsTag(ifNoneMatch.replaceAll('W/', ''), present);
